import type { HistoryChange, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { HistoryMember } from "#lib/contract/values/customers/history-members.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

/** The names of a customer's members, as used at the start of a sentence. */
export const historyMemberNames: Readonly<Record<HistoryMember, string>> = {
  companyName: "Name",
  plan: "Plan",
  term: "Term",
  email: "Administrator e-mail",
  usersCount: "Number of users",
  deleted: "State",
};

type Value = HistoryChange["after"];

/** Returns a member's value as people read it: `Professional`, `120`, `deleted`. */
export function historyValue(member: HistoryMember, value: Value): string {
  if (member === "deleted") return value === true ? "deleted" : "not deleted";
  if (member === "plan" || member === "term") return contractValueName(member, String(value));
  return String(value);
}

/** Describes one change: `Plan: Essential → Professional`, `Deleted`. */
export function changeWords({ member, before, after }: HistoryChange): string {
  if (member === "deleted") return after === true ? "Deleted" : "Restored";
  return `${historyMemberNames[member]}: ${historyValue(member, before)} → ${historyValue(member, after)}`;
}

const inSentence = (member: HistoryMember) => {
  const name = historyMemberNames[member];
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Joins names for a sentence: `plan, term and name`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Summarises the changes: `Plan and term changed`, `Deleted`, `Deleted, plan and term changed`. */
export function changedWords(changes: readonly HistoryChange[]): string {
  const deletion = changes.find(({ member }) => member === "deleted");
  const others = changes.filter(({ member }) => member !== "deleted").map(({ member }) => member);
  const deletionWord = deletion?.after === true ? "Deleted" : "Restored";
  const [first] = others;
  if (first === undefined) return deletionWord;
  if (deletion) return `${deletionWord}, ${listed(others.map(inSentence))} changed`;
  return `${listed([historyMemberNames[first], ...others.slice(1).map(inSentence)])} changed`;
}

/**
 * Splits the changed members of a state by cause. `outside`: changed outside Switchboard. `own`: explained by an
 * operation of this console.
 */
export function membersByCause({ cause, changed }: Pick<HistoryState, "cause" | "changed">): {
  outside: HistoryChange[];
  own: HistoryChange[];
} {
  const members = changed?.members ?? [];
  const isOutside = ({ operationID }: HistoryChange) => cause.kind === "elsewhere" && operationID === undefined;
  return { outside: members.filter(isOutside), own: members.filter((change) => !isOutside(change)) };
}

/** The phrase that says who made a change. */
export const changedBy = { elsewhere: "outside Switchboard", operation: "by Switchboard" } as const;
