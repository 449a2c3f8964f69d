import pg from "pg";
import { repeatUndone } from "./ordered-transactions.ts";
import { keepAliveMs } from "./postgres-limits.ts";

type Callback = (error: unknown, result?: unknown) => void;

/** PostgreSQL's code for a write on a read-only server: a standby, or a former primary. */
const readOnlySqlState = "25006";

const isReadOnly = (error: unknown) => error instanceof Error && "code" in error && error.code === readOnlySqlState;

/**
 * Replaces NUL with the replacement character, because PostgreSQL refuses a text with NUL. An API may send such a text
 * as an ID or a name. The text must not make a statement fail. This applies to stored texts and to search texts.
 */
const withoutNul = (value: unknown) =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;

/**
 * Returns the class of a PostgreSQL connection that closes if a statement takes longer than `statementMs` (null: no
 * limit). pg's own `query_timeout` is not enough, because it only stops waiting. The connection then returns to the
 * pool while the statement is still running, and its next user has to wait too.
 */
export function boundedClient({ statementMs, closeMs }: { statementMs: number | null; closeMs: number }) {
  return class BoundedClient extends pg.Client {
    /**
     * True after the server has refused a write. The pool then closes this connection, because a new connection may
     * reach a server that accepts writes.
     */
    takesNoWrites = false;

    /** The number of the server process. pg sets it, but its types do not declare it. */
    declare readonly processID: number | null;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs });
      // Between two statements of a transaction, no other code listens for errors. Without this listener, an error
      // would end the process.
      this.on("error", () => {});
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads, and this code depends on none of them
    override query(...parameters: any[]): any {
      const run = super.query as (...args: unknown[]) => unknown;
      if (Array.isArray(parameters[1])) parameters[1] = parameters[1].map(withoutNul);
      if (statementMs === null) return run.apply(this, parameters);
      const timer = setTimeout(() => this.abandon("a statement took too long"), statementMs);
      const callback = parameters.at(-1);
      if (typeof callback === "function") {
        const settle: Callback = (error, result) => {
          clearTimeout(timer);
          if (isReadOnly(error)) this.takesNoWrites = true;
          (callback as Callback)(error, result);
        };
        return run.apply(this, [...parameters.slice(0, -1), settle]);
      }
      const send = () => run.apply(this, parameters) as Promise<unknown>;
      // A query with values contains only one statement. Outside a transaction, this statement is its own transaction
      // and can be repeated.
      const isAlone = this.getTransactionStatus() === "I" && Array.isArray(parameters[1]);
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
    override end(...parameters: any[]): any {
      // pg's normal close waits for the server, which may be unreachable. The timer limits this wait.
      const timer = setTimeout(() => this.abandon("closing took too long"), closeMs);
      timer.unref();
      this.once("end", () => clearTimeout(timer));
      return (super.end as (...args: unknown[]) => unknown).apply(this, parameters);
    }

    /** Closes the connection immediately. Statements that are still waiting fail, and a pool removes the connection. */
    abandon(reason: string): void {
      this.connection.stream.destroy(new Error(`The connection to Postgres was closed: ${reason}.`));
    }
  };
}

export type BoundedClient = InstanceType<ReturnType<typeof boundedClient>>;
