import { type Customer, customerSchema } from "#lib/contract/customers/customer.ts";
import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";

/**
 * The members of a customer that a state does not copy unchanged. The values in `contract` and `adminUser` are copied
 * as separate members.
 */
type LeftOut = "customerID" | "contract" | "adminUser" | "creation" | "raw";

/**
 * The members of a customer that a state copies unchanged. New members of `customerSchema` are included automatically.
 */
type SimpleMember = Exclude<keyof Customer, LeftOut>;

const leftOut: Readonly<Record<LeftOut, true>> = {
  customerID: true,
  contract: true,
  adminUser: true,
  creation: true,
  raw: true,
};

const simpleMembers = Object.keys(customerSchema.shape).filter(
  (member): member is SimpleMember => !Object.hasOwn(leftOut, member),
);

/**
 * The state of a customer in one answer of the API. A member is undefined if the answer does not contain it. The value
 * of such a member is unknown. Times are ISO 8601 instants. `email` is the address of the customer's administrator.
 */
export type KnownState = { [Member in SimpleMember]-?: Customer[Member] | undefined } & {
  companyName: string;
  deleted: boolean;
  plan: string | undefined;
  term: string | undefined;
  email: string | undefined;
};

/** All members of a state. A member that is not in `historyMembers` never causes a new state in the history. */
export const stateMembers: readonly (keyof KnownState)[] = [...simpleMembers, "plan", "term", "email"];

/** An empty state: the name is empty, the customer is not deleted, and all other members are unknown. */
export const nothingShown: KnownState = {
  ...(Object.fromEntries(stateMembers.map((member) => [member, undefined])) as unknown as KnownState),
  companyName: "",
  deleted: false,
};

/** The maximum length of a stored text, in characters. A longer text is treated as missing. */
const maxText = 500;

const bounded = <Value>(value: Value): Value | undefined =>
  typeof value === "string" && value.length > maxText ? undefined : value;

/** Returns the state of a customer in an answer of the API. */
export function stateOf(customer: Customer): KnownState {
  const simple = Object.fromEntries(simpleMembers.map((member) => [member, bounded(customer[member])]));
  const { plan, term } = customer.contract;
  return {
    ...(simple as Pick<KnownState, SimpleMember>),
    companyName: customer.companyName,
    plan: bounded(plan),
    term: bounded(term),
    email: bounded(customer.adminUser.email),
  };
}

/** The customer of a state. Members that the state does not contain are missing. */
export function customerOfState(customerID: string, state: KnownState): Customer {
  const { plan, term, email, ...simple } = state;
  const shown = Object.fromEntries(Object.entries(simple).filter(([, value]) => value !== undefined));
  return {
    ...(shown as Pick<Customer, SimpleMember>),
    customerID,
    contract: { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) },
    adminUser: email === undefined ? {} : { email },
  };
}

/** True if a customer in an API answer has exactly this state. */
export function hasState(state: KnownState, customer: Customer): boolean {
  return (
    simpleMembers.every((member) => state[member] === customer[member]) &&
    state.plan === customer.contract.plan &&
    state.term === customer.contract.term &&
    state.email === customer.adminUser.email
  );
}

const spaced = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** True if two texts of one member have the same meaning. An API may use several spellings for one value. */
export function isSameText(member: HistoryMember, a: string, b: string): boolean {
  if (a === b) return true;
  if (member === "plan" || member === "term") return isSameContractValue(member, a, b);
  if (member === "email") return a.toLowerCase() === b.toLowerCase();
  return spaced(a) === spaced(b);
}

/** The members that are known in both states and have different values. */
export function changedMembers(before: KnownState, after: KnownState): HistoryMember[] {
  return historyMembers.filter((member) => {
    const [a, b] = [before[member], after[member]];
    if (a === undefined || b === undefined || a === b) return false;
    return !(typeof a === "string" && typeof b === "string" && isSameText(member, a, b));
  });
}
