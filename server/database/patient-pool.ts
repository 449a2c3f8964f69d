import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { BoundedClient } from "./bounded-client.ts";

/** Postgres's code for a server, or a role, that has as many connections as it may. */
const tooManyConnections = "53300";

/** How long the pool stays as small as the server made it. */
const smallMs = 10_000;

/** Who has no connection at all asks again after this. */
const againMs = 100;

type PoolCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** The pool keeps a connection whose server refused a write no longer: after a failover it leads to the former primary. */
function closedAfterRefusedWrite(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  client.release = (error) => release(error || (client as unknown as BoundedClient).takesNoWrites);
  return client;
}

/**
 * A pool that takes fewer connections where the server gives fewer than `max`: a caller that then finds none
 * free waits for one in turn, about as long as `connectionMs`, instead of being refused.
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

  /** No new connection for a while: the next free one goes to the caller that has waited longest. */
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
