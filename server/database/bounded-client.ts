import pg from "pg";
import { repeatUndone } from "./ordered-transactions.ts";
import { keepAliveMs } from "./postgres-limits.ts";

type Callback = (error: unknown, result?: unknown) => void;

/** Postgres's code for a write on a server that takes none, such as a standby or what was the primary before. */
const readOnlySqlState = "25006";

const isReadOnly = (error: unknown) => error instanceof Error && "code" in error && error.code === readOnlySqlState;

/**
 * A connection to Postgres that is closed when a statement takes longer than `statementMs` (null: as
 * long as it takes). The `query_timeout` of pg only stops waiting: its connection goes back to the pool
 * with the statement still open, and the next user of the connection waits in vain as well.
 */
export function boundedClient({ statementMs, closeMs }: { statementMs: number | null; closeMs: number }) {
  return class BoundedClient extends pg.Client {
    /** True once a write was refused: another server may take writes by now, which a new connection finds. */
    takesNoWrites = false;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs });
      // Between two statements of a transaction nothing else listens: without this an error would end the process.
      this.on("error", () => {});
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own has eight overloads, which nothing here depends on
    override query(...given: any[]): any {
      const run = super.query as (...args: unknown[]) => unknown;
      if (statementMs === null) return run.apply(this, given);
      const timer = setTimeout(() => this.abandon("a statement took too long"), statementMs);
      const callback = given.at(-1);
      if (typeof callback === "function") {
        const settle: Callback = (error, result) => {
          clearTimeout(timer);
          if (isReadOnly(error)) this.takesNoWrites = true;
          (callback as Callback)(error, result);
        };
        return run.apply(this, [...given.slice(0, -1), settle]);
      }
      const send = () => run.apply(this, given) as Promise<unknown>;
      // Only one statement can have values, and outside a transaction it is one of its own.
      const isAlone = this.getTransactionStatus() === "I" && Array.isArray(given[1]);
      const result = isAlone ? repeatUndone(send) : send();
      result.then(
        () => clearTimeout(timer),
        (error: unknown) => {
          clearTimeout(timer);
          if (isReadOnly(error)) this.takesNoWrites = true;
        },
      );
      return result;
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above
    override end(...given: any[]): any {
      // A polite end waits for the other side, which may be gone.
      const timer = setTimeout(() => this.abandon("closing took too long"), closeMs);
      timer.unref();
      this.once("end", () => clearTimeout(timer));
      return (super.end as (...args: unknown[]) => unknown).apply(this, given);
    }

    /** Closes the connection at once: whatever waits for it fails, and a pool keeps it no longer. */
    abandon(reason: string): void {
      this.connection.stream.destroy(new Error(`The connection to Postgres was closed: ${reason}.`));
    }
  };
}

export type BoundedClient = InstanceType<ReturnType<typeof boundedClient>>;
