import { setImmediate } from "node:timers/promises";
import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { storedRow } from "./index-messages.ts";
import type { IndexAnswer, IndexHits, IndexQuery } from "./index-query.ts";
import { type IndexThread, IndexThreadEnded, startIndexThread } from "./index-thread.ts";

/** The number of rows that are read from the store at once. On SQLite, more would block the event loop. */
const rowsAtOnce = 500;

/**
 * How far before the newest row a refresh reads rows again, in milliseconds. Transactions may end in another order than
 * the times of their rows. Each query uses the short overlap. A refresh every few seconds uses the long overlap.
 */
const overlapMs = 500;
const longOverlapMs = 10_000;

/** How often the number of customers in the index is compared with the store, in milliseconds. */
const comparedEveryMs = 60_000;

/** The index of one environment. */
interface Loaded {
  thread: IndexThread;
  /** Resolved when all rows have been read once. */
  ready: Promise<void>;
  /** The time of the newest stored row. */
  storedAt: number;
  refreshing: Promise<void> | undefined;
  comparedAtMs: number;
}

export type KnownIndex = ReturnType<typeof createKnownIndex>;

/**
 * The index of known customers. A thread stores the columns of all customers, so that filtering does not block the
 * event loop. This process reads the rows from the store and sends them to the thread. The first query loads the index.
 * Every query first reads the rows that this or another replica has stored since the last query.
 */
export function createKnownIndex({
  store: { knownRows: store },
  clock,
  root,
}: {
  store: Pick<ConsoleStore, "knownRows">;
  clock: Pick<Clock, "monotonic">;
  /** The root folder of the repository. */
  root: string;
}) {
  let thread: IndexThread | undefined;
  let isClosed = false;
  const loaded = new Map<Environment, Loaded>();
  const totals = new Map<Environment, number>();

  function currentThread(): IndexThread {
    if (isClosed) throw new IndexThreadEnded("The console is shutting down");
    if (!thread) {
      const started = startIndexThread(root, () => {
        if (thread !== started) return;
        thread = undefined;
        loaded.clear();
      });
      thread = started;
    }
    return thread;
  }

  /** Reads all rows from the store. Customers that are no longer in the store are removed from the index. */
  async function sweep(environment: Environment, one: Loaded): Promise<void> {
    await one.thread.ask("beginSweep", environment, {});
    let sent: Promise<unknown> = Promise.resolve();
    for (let after = ""; ; ) {
      const rows = await store.after(environment, after, rowsAtOnce);
      // The next rows are read while the thread handles the previous rows. At most one message waits for the thread.
      await sent;
      const last = rows.at(-1);
      if (!last) break;
      sent = one.thread.ask("put", environment, { rows: rows.map(storedRow) });
      sent.catch(() => {});
      for (const { storedAt } of rows) one.storedAt = Math.max(one.storedAt, storedAt);
      after = last.customerKey;
      if (rows.length < rowsAtOnce) break;
      await setImmediate();
    }
    await sent;
    await one.thread.ask("endSweep", environment, {});
  }

  function load(environment: Environment): Loaded {
    const before = loaded.get(environment);
    if (before) return before;
    const one: Loaded = {
      thread: currentThread(),
      ready: Promise.resolve(),
      storedAt: 0,
      refreshing: undefined,
      comparedAtMs: clock.monotonic(),
    };
    one.ready = sweep(environment, one).then(() => {
      // The thread sorts after loading. Queries that arrive in the meantime wait until the sorting has ended.
      one.thread.ask("sortAll", environment, {}).catch(() => {});
    });
    loaded.set(environment, one);
    one.ready.catch(() => {
      if (loaded.get(environment) === one) loaded.delete(environment);
    });
    return one;
  }

  /** Reads the rows that were stored since the last refresh. */
  function refresh(environment: Environment, one: Loaded, backMs = overlapMs): Promise<void> {
    one.refreshing ??= readStored(environment, one, backMs).finally(() => {
      one.refreshing = undefined;
    });
    return one.refreshing;
  }

  async function readStored(environment: Environment, one: Loaded, backMs: number): Promise<void> {
    await one.ready;
    let place = { storedAt: one.storedAt - backMs, customerKey: "" };
    for (;;) {
      const rows = await store.storedAfter(environment, place, rowsAtOnce);
      const last = rows.at(-1);
      if (!last) return;
      await one.thread.ask("put", environment, { rows: rows.map(storedRow) });
      one.storedAt = Math.max(one.storedAt, last.storedAt);
      place = last;
      if (rows.length < rowsAtOnce) return;
      await setImmediate();
    }
  }

  /**
   * Compares the number of customers in the index with the number in the store, and reads all rows again if the numbers
   * differ. A removed row has no storing time, so `refresh` does not notice its removal.
   */
  async function compare(environment: Environment, one: Loaded): Promise<void> {
    if (clock.monotonic() < one.comparedAtMs + comparedEveryMs) return;
    one.comparedAtMs = clock.monotonic();
    const [{ customers }, stored] = await Promise.all([
      one.thread.ask("size", environment, {}),
      store.count(environment),
    ]);
    if (customers !== stored) await sweep(environment, one);
  }

  /**
   * Sends a request to the thread after a refresh. If the thread ends before it answers, a new thread is started and
   * gets the request once more.
   */
  async function ask<Result>(
    environment: Environment,
    work: (thread: IndexThread) => Promise<Result>,
  ): Promise<Result> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const one = load(environment);
        await refresh(environment, one);
        return await work(one.thread);
      } catch (error) {
        if (!isFirst || isClosed || !(error instanceof IndexThreadEnded)) throw error;
      }
    }
  }

  return {
    query: (environment: Environment, query: IndexQuery): Promise<IndexAnswer> =>
      ask(environment, (asked) => asked.ask("query", environment, { query })),
    /** Finds customers by a part of their name or e-mail address, and tolerates typing errors. */
    find: (environment: Environment, text: string, limit: number): Promise<IndexHits> =>
      ask(environment, (asked) => asked.ask("find", environment, { text, limit })),
    /** The size of an environment's columns in memory. */
    size: (environment: Environment) => ask(environment, (asked) => asked.ask("size", environment, {})),
    /** Removes customers that are no longer in the store. */
    async erase(environment: Environment, keys: readonly string[]): Promise<void> {
      await loaded.get(environment)?.thread.ask("erase", environment, { keys });
    },
    /**
     * Reads the newly stored rows, so that the next query has few rows to read. Does nothing before the first query.
     */
    async keepCurrent(): Promise<void> {
      for (const [environment, one] of loaded) {
        await refresh(environment, one, longOverlapMs);
        await compare(environment, one);
      }
    },
    /** Remembers how many customers the API's list has, including deleted customers. */
    noteTotal: (environment: Environment, total: number) => void totals.set(environment, total),
    total: (environment: Environment): number | undefined => totals.get(environment),
    async close(): Promise<void> {
      isClosed = true;
      loaded.clear();
      await thread?.close();
    },
  };
}
