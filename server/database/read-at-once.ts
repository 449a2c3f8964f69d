/** Reads rows synchronously. Undefined while a transaction is open, because its changes are not committed. */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => Record<string, unknown>[] | undefined;

const readers = new WeakMap<object, ReadAtOnce>();

/** Registers the synchronous read function of a database. Only SQLite has one. */
export function setReadAtOnce(db: object, read: ReadAtOnce): void {
  readers.set(db, read);
}

/** The synchronous read function of a database. Undefined for a database behind a connection. */
export function readAtOnceOf(db: object): ReadAtOnce | undefined {
  return readers.get(db);
}
