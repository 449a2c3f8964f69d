import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { BoundedClient } from "./bounded-client.ts";

/** PostgreSQL's code for a refusal because the server or the role has reached its connection limit. */
const tooManyConnections = "53300";

/** How long the pool keeps a smaller size after the server has refused a connection, in milliseconds. */
const smallMs = 10_000;

/** If the pool has no connection at all, a caller waits this long before it tries again, in milliseconds. */
const againMs = 100;

type PoolCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * Makes a client leave the pool after its server has refused a write. After a failover, such a connection leads to the
 * former primary.
 */
function closedAfterRefusedWrite(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  client.release = (error) => release(error || (client as unknown as BoundedClient).takesNoWrites);
  return client;
}

/**
 * A connection pool that works with fewer connections than `max` if the server allows only fewer. If no connection is
 * free, a caller waits up to about `connectionMs` instead of being refused immediately.
 */
export class PatientPool extends pg.Pool {
  readonly #max: number;
  readonly #connectionMs: number;
  #isSmall = false;

  constructor(config: pg.PoolConfig & { max: number }, connectionMs: number) {
    super(config);
    this.#max = config.max;
    this.#connectionMs = connectionMs;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + this.#connectionMs;
    for (;;) {
      try {
        return closedAfterRefusedWrite(await super.connect());
      } catch (error) {
        const isFull = error instanceof Error && "code" in error && error.code === tooManyConnections;
        if (!isFull || performance.now() >= untilMs) throw error;
        this.#stayWithin(this.totalCount);
        if (this.totalCount === 0) await sleep(againMs);
      }
    }
  }

  /**
   * Limits the pool to `size` connections for some time. The next free connection goes to the caller that has waited
   * longest.
   */
  #stayWithin(size: number): void {
    this.options.max = Math.max(1, size);
    if (this.#isSmall) return;
    this.#isSmall = true;
    setTimeout(() => {
      this.#isSmall = false;
      this.options.max = this.#max;
    }, smallMs).unref();
  }
}
