/** Reads rows synchronously. Undefined while a transaction is open, because its changes are not committed yet. */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => Record<string, unknown>[] | undefined;

const readers = new WeakMap<object, ReadAtOnce>();

/** Registers the function that reads a database synchronously. Only SQLite has such a function. */
export function setReadAtOnce(db: object, read: ReadAtOnce): void {
  readers.set(db, read);
}

/** The function that reads a database synchronously. Undefined for PostgreSQL. */
export function readAtOnceOf(db: object): ReadAtOnce | undefined {
  return readers.get(db);
}
