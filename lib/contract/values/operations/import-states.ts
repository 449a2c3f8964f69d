import { isRunActive, isRunOver, runStates } from "./run-states.ts";

/**
 * The states of an import. `uploaded`: the file is read. `mapped`: a person has said what its columns are. The others
 * are those of every run.
 */
export const importStates = ["uploaded", "mapped", ...runStates] as const;

export type ImportState = (typeof importStates)[number];

/** True once it is over and some of what was sent made no customer that is known. */
export function isImportFinishedPartly({
  state,
  counts,
}: {
  state: ImportState;
  counts: { failed: number; unknown: number };
}) {
  return state === "finished" && counts.failed + counts.unknown > 0;
}

/** True where it goes on only when a person says so, or left something to be seen to. */
export function importNeedsPerson(found: Parameters<typeof isImportFinishedPartly>[0]): boolean {
  const { state } = found;
  return isImportFinishedPartly(found) || !(isRunActive(state) || isRunOver(state));
}

/** Before anything was sent: the columns, cells and decisions can still be changed. */
export const openImportStates = ["uploaded", "mapped", "checked"] as const satisfies ImportState[];

/**
 * Where a row stands. `pending`: not checked as it is now. After the check: `error` (left out), `same` (such a customer
 * exists or is being created; left out), `similar` (a person decides), `skipped` (a person decided), or `ready`.
 * `sending`: under way; `accepted` by the API, and its job is not over. Then `created`, `failed`, `unknown` (its answer
 * was lost) or `cancelled` (not sent).
 */
export const importRowStates = [
  "pending",
  "error",
  "same",
  "similar",
  "skipped",
  "ready",
  "sending",
  "accepted",
  "created",
  "failed",
  "unknown",
  "cancelled",
] as const;

export type ImportRowState = (typeof importRowStates)[number];

/** Rows that a check decides about and a person can change; the others are sent, or over. */
export const openRowStates = [
  "pending",
  "error",
  "same",
  "similar",
  "skipped",
  "ready",
] as const satisfies ImportRowState[];

/** What a column can be. `other` is sent under the column's own name; `ignore` is not used. */
export const importFields = [
  "companyName",
  "plan",
  "term",
  "adminUser.email",
  "usersCount",
  "reference",
  "other",
  "ignore",
] as const;

export type ImportField = (typeof importFields)[number];

/** The fields that at most one column can be. */
export const singleFields: readonly ImportField[] = importFields.filter(
  (field) => field !== "other" && field !== "ignore",
);

/** What a customer cannot be created without: a column, or one value for all where the field has one. */
export const requiredFields = ["companyName", "plan", "term"] as const satisfies ImportField[];

/** How serious something about a row is: an error leaves it out, a warning is to be accepted. */
export const issueLevels = ["error", "warning", "note"] as const;

/** What a person decides about a row that resembles a customer. */
export const rowDecisions = ["create", "skip"] as const;

/** How many imports of one person may be unfinished at once. */
export const maxUnfinishedImports = 3;

/** How long a file and the content of its rows are kept, in days. */
export const fileKeptDays = 30;
