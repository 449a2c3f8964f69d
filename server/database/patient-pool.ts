import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { BoundedClient } from "./bounded-client.ts";

/** PostgreSQL's code for a server or a role that has reached its connection limit. */
const tooManyConnections = "53300";

/** After the server has refused a connection, the pool keeps its smaller size for this time, in milliseconds. */
const smallMs = 10_000;

/** The retry delay of a caller while the pool has no connection at all. */
const againMs = 100;

type PoolCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * Removes a connection from the pool after its server has refused a write. After a failover such a connection leads to
 * the former primary.
 */
function closedAfterRefusedWrite(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  client.release = (error) => release(error || (client as unknown as BoundedClient).takesNoWrites);
  return client;
}

/**
 * A pool that uses fewer connections than `max` if the server allows fewer. A caller without a free connection then
 * waits for about `connectionMs` and is not refused immediately.
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

  /** Opens no new connection for a while. The next free connection goes to the caller that has waited longest. */
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
