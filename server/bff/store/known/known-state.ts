import type { Customer } from "#lib/contract/customers/customer.ts";
import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";

/**
 * The state of a customer in one answer of the API. A member is undefined if the answer does not contain it. Its value
 * is then unknown.
 */
export interface KnownState {
  companyName: string;
  /** ISO 8601 instant. */
  created: string | undefined;
  plan: string | undefined;
  term: string | undefined;
  /** The e-mail address of the customer's administrator. */
  email: string | undefined;
  usersCount: number | undefined;
  deleted: boolean;
  /** ISO 8601 instant. */
  deletedAt: string | undefined;
}

/** A state that contains only a name and whether the customer is deleted. */
export const nothingShown: KnownState = {
  companyName: "",
  created: undefined,
  plan: undefined,
  term: undefined,
  email: undefined,
  usersCount: undefined,
  deleted: false,
  deletedAt: undefined,
};

/**
 * All optional members of a state. `created` and `deletedAt` are not in `historyMembers`, because neither changes
 * alone.
 */
export const stateMembers = [...historyMembers, "created", "deletedAt"] as const;

/** The maximum length of a stored text, in characters. A longer text is treated as missing. */
const maxText = 500;

const bounded = (text: string | undefined) => (text === undefined || text.length > maxText ? undefined : text);

/** The state of a customer that an answer of the API contains. */
export const stateOf = ({ companyName, created, contract, adminUser, ...customer }: Customer): KnownState => ({
  companyName,
  created: bounded(created),
  plan: bounded(contract.plan),
  term: bounded(contract.term),
  email: bounded(adminUser.email),
  usersCount: customer.usersCount,
  deleted: customer.deleted,
  deletedAt: bounded(customer.deletedAt),
});

/** True if a customer from an answer has exactly this state. */
export function hasState(state: KnownState, { contract, adminUser, ...customer }: Customer): boolean {
  return (
    state.companyName === customer.companyName &&
    state.created === customer.created &&
    state.plan === contract.plan &&
    state.term === contract.term &&
    state.email === adminUser.email &&
    state.usersCount === customer.usersCount &&
    state.deleted === customer.deleted &&
    state.deletedAt === customer.deletedAt
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
