import { Kysely, type Transaction, TransactionBuilder } from "kysely";

/** PostgreSQL's codes for work that it has rolled back because of a deadlock or a serialisation conflict. */
const undoneCodes: ReadonlySet<unknown> = new Set(["40P01", "40001"]);

const maxAttempts = 5;

/** True if the error means that PostgreSQL has rolled back the transaction or the statement. */
export const isUndone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && undoneCodes.has(error.code);

/**
 * Repeats work that PostgreSQL has rolled back. After a deadlock, the repetition usually succeeds, because the
 * conflicting transactions have finished.
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

/** For each open transaction, the work to do at its end, in order. */
const lastWorkOf = new WeakMap<object, LastWork[]>();

/**
 * Runs `work` at the end of a transaction, even if this is called earlier. Use it for a row that every transaction
 * changes. Such a row must be locked last, because a transaction must not hold it while it waits for other rows
 * (docs/decisions/0046-lock-order.md).
 */
export function doLast(transaction: object, work: LastWork): void {
  const last = lastWorkOf.get(transaction);
  if (!last) throw new Error("A transaction that has ended, or that is not of openDatabase(), does nothing more");
  last.push(work);
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
 * A database that repeats a transaction from its beginning if PostgreSQL has rolled it back because of another
 * transaction. So `work` may be called several times, and may change only the database and its own variables.
 */
export class OrderedKysely<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    return ordered(super.transaction());
  }
}
