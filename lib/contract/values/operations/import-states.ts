import { isRunActive, isRunOver, runStates } from "./run-states.ts";

/**
 * The states of an import. `uploaded`: the console has read the file. `mapped`: a person has mapped its columns. All
 * other states are the states of every run.
 */
export const importStates = ["uploaded", "mapped", ...runStates] as const;

export type ImportState = (typeof importStates)[number];

/** True if an import has ended and the creation of some customers failed or has an unknown result. */
export function isImportFinishedPartly({
  state,
  counts,
}: {
  state: ImportState;
  counts: { failed: number; unknown: number };
}) {
  return state === "finished" && counts.failed + counts.unknown > 0;
}

/** True if an import waits for a person, or has ended with rows that need attention. */
export function importNeedsPerson(progress: Parameters<typeof isImportFinishedPartly>[0]): boolean {
  const { state } = progress;
  return isImportFinishedPartly(progress) || !(isRunActive(state) || isRunOver(state));
}

/** The states in which a person can change the columns, cells and decisions of an import. Nothing was sent yet. */
export const openImportStates = ["uploaded", "mapped", "checked"] as const satisfies ImportState[];

/**
 * The states of a row.
 * - `pending`: the row has changed since its last check, or was never checked.
 * - `error`: the check found an error, so the row is not sent.
 * - `same`: the customer exists or is being created, so the row is not sent.
 * - `similar`: a person must decide whether the row is sent.
 * - `skipped`: a person has decided to skip the row.
 * - `ready`: the row can be sent.
 * - `sending`: in progress.
 * - `accepted`: the API has accepted the creation, but its job has not ended.
 * - `unknown`: the answer was lost.
 * - `cancelled`: the row was never sent.
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

/**
 * The row states that come before sending. In these states, a person can still change the row. A row in any other state
 * is being sent, was sent, or will never be sent.
 */
export const openRowStates = [
  "pending",
  "error",
  "same",
  "similar",
  "skipped",
  "ready",
] as const satisfies ImportRowState[];

/**
 * What a column can be mapped to. `other`: the console sends the column's cells under the column's own name. `ignore`:
 * the column is not used.
 */
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

/** The fields to which only one column can be mapped. */
export const singleFields: readonly ImportField[] = importFields.filter(
  (field) => field !== "other" && field !== "ignore",
);

/**
 * The fields that every customer needs. Each of these fields needs a column, or one fixed value for all customers if
 * the field allows it.
 */
export const requiredFields = ["companyName", "plan", "term"] as const satisfies ImportField[];

/** How serious an issue of a row is. A row with an error is not sent. A person must accept a warning. */
export const issueLevels = ["error", "warning", "note"] as const;

/**
 * What is wrong or doubtful in a row. Rows with the same fault in the same column are shown together, and a person can
 * decide about all of them at once.
 *
 * - `missing`: a required value is missing.
 * - `invalid`: the value breaks a rule of the creation form.
 * - `unknown-value`: a word that is not known as a plan or a term.
 * - `new-value`: a plan or a term that no customer is known to have.
 * - `doubtful-email`: the API may refuse the address.
 * - `same-email`: another row or another customer has the address.
 * - `same-reference`: another row has the reference.
 * - `unreadable`: the row has too many or too few cells, or a cell has control characters.
 * - `invisible`: a cell has invisible characters, or characters that replaced unreadable ones.
 */
export const rowFaults = [
  "missing",
  "invalid",
  "unknown-value",
  "new-value",
  "doubtful-email",
  "same-email",
  "same-reference",
  "unreadable",
  "invisible",
] as const;

export type RowFault = (typeof rowFaults)[number];

/**
 * The fields that a person can set to one value in all rows with a fault. Names and references are excluded, because
 * they differ from row to row.
 */
export const settableFields = ["plan", "term", "adminUser.email", "usersCount"] as const satisfies ImportField[];

/**
 * A person's decision about a row that resembles a customer or another row: create the customer anyway, or skip the
 * row.
 */
export const rowDecisions = ["create", "skip"] as const;

/** The maximum number of unfinished imports per person. */
export const maxUnfinishedImports = 3;

/** How long a file and the content of its rows are stored, in days. */
export const fileKeptDays = 30;
