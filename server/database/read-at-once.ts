/**
 * Reads rows synchronously. Returns undefined while a transaction is open, because the changes of the transaction are
 * not committed.
 */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => Record<string, unknown>[] | undefined;

const readers = new WeakMap<object, ReadAtOnce>();

/** Registers the synchronous read function of a database. Only SQLite has one. */
export function setReadAtOnce(db: object, read: ReadAtOnce): void {
  readers.set(db, read);
}

/** The synchronous read function of a database. Undefined for PostgreSQL. */
export function readAtOnceOf(db: object): ReadAtOnce | undefined {
  return readers.get(db);
}
