/** Why a database could not be opened. */
type OpenErrorCode =
  | "database_url_invalid"
  | "database_in_use"
  | "database_unwritable"
  | "database_invalid"
  | "database_unreachable"
  | "database_newer";

/**
 * A database that could not be opened. `message` is one sentence that says what to do and holds no
 * password.
 */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
  readonly code: OpenErrorCode;

  constructor(code: OpenErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
