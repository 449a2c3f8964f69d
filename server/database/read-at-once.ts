/**
 * Reads rows synchronously. Returns undefined while a transaction is open, because its changes are not committed yet.
 */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => Record<string, unknown>[] | undefined;

const readers = new WeakMap<object, ReadAtOnce>();

/** Stores the synchronous read function of a database. Only SQLite databases have one. */
export function setReadAtOnce(db: object, read: ReadAtOnce): void {
  readers.set(db, read);
}

/** Returns the synchronous read function of a database. Undefined for PostgreSQL. */
export function readAtOnceOf(db: object): ReadAtOnce | undefined {
  return readers.get(db);
}
