/** Reads rows without waiting; undefined while a transaction is open, whose changes nobody may see yet. */
export type ReadAtOnce = (sql: string, parameters: readonly unknown[]) => Record<string, unknown>[] | undefined;

const readers = new WeakMap<object, ReadAtOnce>();

/** Notes how to read from a database that answers at once, which only SQLite does. */
export function setReadAtOnce(db: object, read: ReadAtOnce): void {
  readers.set(db, read);
}

/** How to read from a database at once; undefined for one that is asked over a connection. */
export function readAtOnceOf(db: object): ReadAtOnce | undefined {
  return readers.get(db);
}
