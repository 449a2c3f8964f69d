import { AppError } from "#lib/contract/operations/app-error.ts";

/** Why the store failed. `failed` if the reason is not known. */
export type StoreFailure = "no_answer" | "read_only" | "full" | "failed";

const messages: Readonly<Record<StoreFailure, string>> = {
  no_answer: "Switchboard's database does not respond. Try again in a moment.",
  read_only: "Switchboard's database is read-only at the moment. Try again in a moment.",
  full: "Switchboard's database is full, so nothing can be saved. Contact the person who runs Switchboard.",
  failed: "Switchboard's database failed. Try again in a moment.",
};

/** PostgreSQL's code for writing to a read-only database, such as a standby. */
const readOnlySqlState = "25006";
/** PostgreSQL's codes for a full disk and for a table at its maximum size. */
const fullSqlStates = ["53100", "54000"];
/** PostgreSQL's codes for errors of the connection or the server. Errors of a statement have other codes. */
const connectionSqlStates = /^(08|53|57)/;
/** SQLite's codes SQLITE_READONLY and SQLITE_FULL. Only the lowest byte of an error code is compared. */
const sqliteReadOnly = 8;
const sqliteFull = 13;

function failureOf(cause: unknown): StoreFailure {
  if (!(cause instanceof Error)) return "failed";
  if ("errcode" in cause && typeof cause.errcode === "number") {
    const code = cause.errcode & 0xff;
    if (code === sqliteReadOnly) return "read_only";
    return code === sqliteFull ? "full" : "failed";
  }
  const state = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (!/^[0-9A-Z]{5}$/.test(state)) return "no_answer";
  if (state === readOnlySqlState) return "read_only";
  if (fullSqlStates.includes(state)) return "full";
  return connectionSqlStates.test(state) ? "no_answer" : "failed";
}

/** Converts a database error to an AppError. The database's own message is only in the cause and is never shown. */
export function storeError(cause: unknown, failure = failureOf(cause)): AppError {
  return new AppError("store_unavailable", messages[failure], { reason: failure, cause });
}
