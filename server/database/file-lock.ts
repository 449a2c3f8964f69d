import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseOpenError } from "./open-error.ts";

const sqliteBusy = 5;

/**
 * Creates an empty file that only its owner may read, if the file does not exist. SQLite itself would create a file
 * that everybody may read. SQLite's journals get the same permissions as the database file.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

function openLock(lockPath: string): DatabaseSync {
  try {
    createPrivateFile(lockPath);
    return new DatabaseSync(lockPath, { timeout: 0 });
  } catch (error) {
    throw new DatabaseOpenError(
      "database_unwritable",
      `The lock file ${lockPath} cannot be written: it may belong to another user. Run as that user, or remove it when nothing uses the database.`,
      error,
    );
  }
}

/**
 * Acquires the right to write the SQLite file at `path`: an exclusive lock on an empty file next to it. The operating
 * system releases the lock whenever the process ends, so a stale lock is impossible. Tools that only read do not need
 * the lock.
 * @throws DatabaseOpenError `database_in_use` if another process holds the lock, `database_unwritable` if the lock
 * file cannot be written.
 */
export function lockFile(path: string): { release(): void } {
  const lock = openLock(`${path}.lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      throw new DatabaseOpenError(
        "database_in_use",
        `The database file ${path} is being written by another process: stop that process, or name another file.`,
        error,
      );
    }
    throw error;
  }
  return { release: () => lock.close() };
}
