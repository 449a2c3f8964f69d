import type { Customer } from "#lib/contract/customers/customer.ts";
import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";

/**
 * What an answer of the API shows of a customer. A member that the answer does not show is undefined: its value is not
 * known from this answer.
 */
export interface KnownState {
  companyName: string;
  /** ISO 8601 instant. */
  created: string | undefined;
  plan: string | undefined;
  term: string | undefined;
  /** The administrator's address. */
  email: string | undefined;
  usersCount: number | undefined;
  deleted: boolean;
  /** ISO 8601 instant. */
  deletedAt: string | undefined;
}

/** A state in which nothing but name and deletion can be shown. */
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

/** All members of a state. Those that are not in `historyMembers` never change, or change with one of these. */
export const stateMembers = [...historyMembers, "created", "deletedAt"] as const;

/** The maximum length of a stored text, in characters. A longer one counts as not shown. */
const maxText = 500;

const bounded = (text: string | undefined) => (text === undefined || text.length > maxText ? undefined : text);

/** The state of a customer in an answer. */
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

/** True if a customer in an answer has exactly this state. */
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

/** True if two texts of one member mean the same. An API may spell one value in several ways. */
export function isSameText(member: HistoryMember, a: string, b: string): boolean {
  if (a === b) return true;
  if (member === "plan" || member === "term") return isSameContractValue(member, a, b);
  if (member === "email") return a.toLowerCase() === b.toLowerCase();
  return spaced(a) === spaced(b);
}

/** The members that both states show with different values. */
export function changedMembers(before: KnownState, after: KnownState): HistoryMember[] {
  return historyMembers.filter((member) => {
    const [a, b] = [before[member], after[member]];
    if (a === undefined || b === undefined || a === b) return false;
    return !(typeof a === "string" && typeof b === "string" && isSameText(member, a, b));
  });
}
