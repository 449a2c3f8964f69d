import { PostgresDialect } from "kysely";
import pg from "pg";
import { type BoundedClient, boundedClient } from "./bounded-client.ts";
import { PatientPool } from "./patient-pool.ts";
import type { PostgresLimits } from "./postgres-limits.ts";

const int8 = 20;
const numeric = 1700;

/**
 * `bigint` and `numeric` come as numbers: the stores keep milliseconds and counts there, both far
 * below 2⁵³, and SQLite gives numbers too.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (id === int8 || id === numeric) return Number;
    return format === "binary" ? pg.types.getTypeParser(id, "binary") : pg.types.getTypeParser(id, "text");
  },
};

/**
 * What a connection of ours tells the server: it ends a statement that we no longer wait for, and a
 * transaction of a process that is gone, whose locks would stop every other.
 */
const serverLimits = (statementMs: number) =>
  `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`;

export type ConnectionLimits = Pick<PostgresLimits, "connectionMs" | "closeMs"> & { statementMs: number | null };

/** What bounds the connections of any pool of pg's, also of one that a library makes for itself. */
export function boundedConnections({ statementMs, connectionMs, closeMs }: ConnectionLimits) {
  return {
    connectionTimeoutMillis: connectionMs,
    Client: boundedClient({ statementMs, closeMs }) as typeof pg.Client,
    ...(statementMs === null
      ? {}
      : { onConnect: (client: pg.ClientBase): unknown => client.query(serverLimits(statementMs)) }),
  };
}

export interface PostgresPool {
  pool: pg.Pool;
  /** Closes every connection; what is still in use after `closeMs` is cut off. */
  close(): Promise<void>;
}

/**
 * A connection pool for the stores; `url` is a `postgres://` address. With `statementMs` null a
 * statement may take as long as it takes.
 */
export function postgresPool(url: string, limits: ConnectionLimits & Pick<PostgresLimits, "poolSize">): PostgresPool {
  const { poolSize, connectionMs, closeMs } = limits;
  const pool = new PatientPool(
    { connectionString: url, max: poolSize, types, ...boundedConnections(limits) },
    connectionMs,
  );
  const clients = new Set<BoundedClient>();
  pool.on("connect", (client) => clients.add(client as unknown as BoundedClient));
  pool.on("remove", (client) => clients.delete(client as unknown as BoundedClient));
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  let closed: Promise<void> | undefined;
  return {
    pool,
    close() {
      closed ??= closeAll();
      return closed;
    },
  };

  async function closeAll(): Promise<void> {
    const cutOff = setTimeout(() => {
      for (const client of clients) client.abandon("the store is being closed");
    }, closeMs);
    await pool.end();
    clearTimeout(cutOff);
  }
}

/** A dialect on `pool`, whose owner closes it. */
export function postgresDialect(pool: pg.Pool): PostgresDialect {
  return new PostgresDialect({ pool });
}
