import { Kysely, type Transaction, TransactionBuilder } from "kysely";

/** PostgreSQL's codes for work that it rolled back because of a deadlock or a serialisation conflict. */
const undoneCodes: ReadonlySet<unknown> = new Set(["40P01", "40001"]);

const maxAttempts = 5;

/**
 * True if the error means that PostgreSQL has rolled back the transaction or the statement because of concurrent work.
 */
export const isUndone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && undoneCodes.has(error.code);

/**
 * Repeats work that PostgreSQL has rolled back. When the work is repeated after a deadlock, the transactions that
 * caused the deadlock have usually finished.
 */
export async function repeatUndone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUndone(error) || attempt === maxAttempts) throw error;
    }
  }
}

type LastWork = () => Promise<void>;

/** The work that open transactions do at their end, in the order of execution. */
const lastWorkOf = new WeakMap<object, LastWork[]>();

/**
 * Runs `work` at the end of a transaction, even if further calls follow. Use it for a row that every transaction
 * changes. A transaction must not lock such a row and then wait for a different row
 * (docs/decisions/0046-lock-order.md).
 */
export function doLast(transaction: object, work: LastWork): void {
  openWork(transaction).push(work);
}

/** Like `doLast`, but does the work before all work of `doLast`. */
export function doBeforeLast(transaction: object, work: LastWork): void {
  openWork(transaction).unshift(work);
}

function openWork(transaction: object): LastWork[] {
  const last = lastWorkOf.get(transaction);
  if (!last) throw new Error("A transaction that has ended, or that is not of openDatabase(), does nothing more");
  return last;
}

function ordered<Schema>(builder: TransactionBuilder<Schema>): TransactionBuilder<Schema> {
  const { setAccessMode, setIsolationLevel, execute } = TransactionBuilder.prototype as TransactionBuilder<Schema>;
  return Object.assign(builder, {
    setAccessMode: (mode: Parameters<typeof setAccessMode>[0]) => ordered(setAccessMode.call(builder, mode)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) =>
      ordered(setIsolationLevel.call(builder, level)),
    execute: <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> =>
      repeatUndone(
        () =>
          execute.call(builder, async (transaction) => {
            const last: LastWork[] = [];
            lastWorkOf.set(transaction, last);
            const result = await work(transaction as Transaction<Schema>);
            for (const one of last) await one();
            lastWorkOf.delete(transaction);
            return result;
          }) as Promise<Result>,
      ),
  });
}

/**
 * A database that repeats a transaction from its start if PostgreSQL rolled it back because of a concurrent
 * transaction. The callback of a transaction may therefore only change the database and its own variables.
 */
export class OrderedKysely<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    return ordered(super.transaction());
  }
}
