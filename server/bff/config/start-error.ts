/** Thrown if the console cannot start or a command cannot run. The message is one sentence that includes the remedy. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The names of errors whose message is written for the operator. */
const sentences = new Set(["StartError", "EnvError", "DatabaseOpenError"]);

/**
 * PostgreSQL's codes for a statement that the user has no right to run (insufficient_privilege) and for a schema that
 * the user may not use (invalid_schema_name).
 */
const missingRightSqlStates: readonly unknown[] = ["42501", "3F000"];

/** The right that a PostgreSQL user lacks, by the object that PostgreSQL's message names. */
const missingRights: readonly (readonly [message: RegExp, right: string])[] = [
  [/ for database /, "the right connect on the database"],
  [/ for schema |^no schema /, "the right usage on the schema, and the right create too if it runs migrations"],
  [/ for table /, "the rights select, insert, update and delete on all tables"],
  [/ for sequence /, "the rights usage and select on all sequences"],
  [/^must be owner /, "to own the tables if it runs migrations"],
];

/** Says which right the PostgreSQL user lacks. Undefined if neither the error nor its cause is about a right. */
function describeMissingRight(error: Error): string | undefined {
  if (!("code" in error && missingRightSqlStates.includes(error.code))) {
    return error.cause instanceof Error ? describeMissingRight(error.cause) : undefined;
  }
  const right = missingRights.find(([message]) => message.test(error.message))?.[1] ?? "further rights";
  return `PostgreSQL reports "${error.message}": the user of DATABASE_URL needs ${right}; the section "The database" of docs/guide/deployment.md has the statements.`;
}

/**
 * The terminal's message when the console does not start or a command fails. `failed` begins the message of an error
 * that is not written for the operator.
 */
export function formatStartError(error: unknown, failed = "Switchboard did not start"): string {
  if (!(error instanceof Error)) return `${failed}, for an unknown reason.`;
  const missingRight = describeMissingRight(error);
  if (missingRight !== undefined) return missingRight;
  if (sentences.has(error.name)) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  const where = `port ${port} of ${address}`;
  if (code === "EADDRINUSE") {
    return `Switchboard cannot listen on ${where}: another program uses it. Stop that program, or set PORT to another number.`;
  }
  if (code === "EACCES" && port !== undefined) {
    return `Switchboard has no permission to listen on ${where}: set PORT to a number above 1023.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `Switchboard cannot listen on HOST: this machine has no such address.`;
  }
  return `${failed}: ${error.stack ?? error.message}`;
}
