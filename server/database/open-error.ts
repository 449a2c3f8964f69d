/** Why a database could not be opened, migrated or restored. */
type OpenErrorCode =
  | "database_url_invalid"
  | "database_in_use"
  | "database_unwritable"
  | "database_invalid"
  | "database_damaged"
  | "database_unreachable"
  | "database_pending"
  | "database_busy"
  | "backup_unusable"
  | "database_older"
  | "database_newer";

/**
 * An error that occurred while a database was opened, migrated or restored. `message` is one sentence that says what to
 * do. It contains no password.
 */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
  readonly code: OpenErrorCode;

  constructor(code: OpenErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** SQLite's code for a corrupt file (SQLITE_CORRUPT). */
const corrupt = 11;

/** Returns an error that says what to do about a damaged SQLite file. Undefined if `error` has a different cause. */
export function damagedDatabase(error: unknown): DatabaseOpenError | undefined {
  if (!(error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === corrupt)) return undefined;
  return new DatabaseOpenError(
    "database_damaged",
    "The SQLite database file is damaged: restore it from a backup, or move it away to begin with an empty one.",
    error,
  );
}
