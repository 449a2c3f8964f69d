import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type BoundedClient, boundedClient } from "./bounded-client.ts";
import type { ConnectionLimits } from "./postgres.ts";

/** The channel on which PostgreSQL's triggers name the tables that a transaction has written. */
export const writtenChannel = "switchboard_written";

/** How often the connection is tested while it works, in milliseconds. */
const testEveryMs = 60_000;

/** How long a test notification may take, in milliseconds. */
const maxTestMs = 5_000;

/** The pause before the connection is opened again, in milliseconds. It doubles after each failure. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

export interface ListenOptions {
  url: string;
  limits: ConnectionLimits;
  /** Sends the test notifications. It must use another connection than the one that listens. */
  pool: Pick<pg.Pool, "query">;
  /** True if a connection of this process has the server process `pid`. */
  isOwn(pid: number): boolean;
  /** Called with a table that another process has written. Undefined: any table may have been written. */
  onWritten(table: string | undefined): void;
  /** Called when notifications begin or cease to arrive, also if the first attempt fails. */
  onChange?: ((isListening: boolean) => void) | undefined;
}

/** Receives the names of the tables that other processes have written. */
export interface WriteListener {
  /** True while notifications arrive. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Keeps one connection on which PostgreSQL notifies this process of written tables. A notification is part of the
 * transaction that writes. A pooler that shares connections between transactions delivers no notifications, although
 * LISTEN succeeds. So the connection counts as listening only after a test notification has arrived, and the test is
 * repeated. After each interruption, `onWritten` is called without a table, because notifications may be lost.
 */
export function listenForWrites({ url, limits, pool, isOwn, onWritten, onChange }: ListenOptions): WriteListener {
  const Client = boundedClient(limits);
  const closing = new AbortController();
  let isListening = false;
  let current: BoundedClient | undefined;

  /** Listens until the connection is lost. Returns true if a test notification has arrived. */
  async function listenOnce(): Promise<boolean> {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: limits.connectionMs });
    current = client;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, closing.signal]);
    let hasArrived = false;
    let awaited = "";
    let arrive = () => {};
    client.on("end", () => ended.abort());
    client.on("notification", ({ processId, payload = "" }) => {
      if (payload === awaited) arrive();
      else if (!payload.startsWith("test ") && !isOwn(processId)) onWritten(payload);
    });

    async function test(): Promise<boolean> {
      awaited = `test ${randomUUID()}`;
      const arrival = new Promise<boolean>((resolve) => {
        arrive = () => resolve(true);
      });
      // If the pool fails, the test says nothing about this connection.
      const sent = await pool.query("select pg_notify($1, $2)", [writtenChannel, awaited]).then(
        () => true,
        () => false,
      );
      if (!sent) return isListening;
      const tooLate = sleep(maxTestMs, false, { signal, ref: false }).catch(() => false);
      return Promise.race([arrival, tooLate]);
    }

    try {
      await client.connect();
      await client.query(`listen ${writtenChannel}`);
      while (!signal.aborted && (await test()) && !signal.aborted) {
        hasArrived = true;
        if (!isListening) {
          isListening = true;
          onWritten(undefined);
          report(true);
        }
        await sleep(testEveryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    } catch {
      // The next attempt opens a new connection. Until then, the workers pause for a shorter time.
    } finally {
      isListening = false;
      await client.end().catch(() => {});
    }
    return hasArrived;
  }

  let reported: boolean | undefined;
  function report(state: boolean): void {
    if (reported === state || closing.signal.aborted) return;
    reported = state;
    onChange?.(state);
  }

  async function listen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      failures = (await listenOnce()) ? 0 : failures + 1;
      report(false);
      const pauseMs = Math.min(firstPauseMs * 2 ** failures, maxPauseMs);
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  const listening = listen();
  return {
    isListening: () => isListening,
    async close() {
      closing.abort();
      current?.abandon("the store is being closed");
      await listening;
    },
  };
}
