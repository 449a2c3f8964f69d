import { PostgresDialect } from "kysely";
import pg from "pg";
import { type BoundedClient, boundedClient } from "./bounded-client.ts";
import { PatientPool } from "./patient-pool.ts";
import type { PostgresLimits } from "./postgres-limits.ts";

const int8 = 20;
const numeric = 1700;

/**
 * Reads `bigint` and `numeric` as numbers. The databases use them for milliseconds and counts, which are far below 2⁵³.
 * SQLite returns numbers too.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (id === int8 || id === numeric) return Number;
    return format === "binary" ? pg.types.getTypeParser(id, "binary") : pg.types.getTypeParser(id, "text");
  },
};

/**
 * Returns the server settings of a connection. The server ends a statement that the client no longer waits for. It also
 * ends a transaction of a dead process, because its locks would block all other transactions.
 */
const serverLimits = (statementMs: number) =>
  `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`;

export type ConnectionLimits = Pick<PostgresLimits, "connectionMs" | "closeMs"> & { statementMs: number | null };

/** Returns the limits for the connections of a pg pool. Libraries that create their own pool use them too. */
export function boundedConnections({ statementMs, connectionMs, closeMs }: ConnectionLimits) {
  return {
    connectionTimeoutMillis: connectionMs,
    Client: boundedClient({ statementMs, closeMs }) as typeof pg.Client,
    ...(statementMs === null
      ? {}
      : { onConnect: (client: pg.ClientBase): unknown => client.query(serverLimits(statementMs)) }),
  };
}

/**
 * How long an unused connection stays open, in milliseconds. It is longer than the pauses of the background workers, so
 * that they do not open a new connection for every run.
 */
const idleConnectionMs = 120_000;

/** Creates a connection pool. `url` is a `postgres://` URL. If `statementMs` is null, statements have no time limit. */
export function postgresPool(url: string, limits: ConnectionLimits & Pick<PostgresLimits, "poolSize">) {
  const { poolSize, connectionMs, closeMs } = limits;
  const pool = new PatientPool(
    {
      connectionString: url,
      max: poolSize,
      types,
      idleTimeoutMillis: idleConnectionMs,
      ...boundedConnections(limits),
    },
    connectionMs,
  );
  const clients = new Set<BoundedClient>();
  pool.on("connect", (client) => clients.add(client as unknown as BoundedClient));
  pool.on("remove", (client) => clients.delete(client as unknown as BoundedClient));
  // The pool itself replaces a broken idle connection. Without this listener, the error would end the process.
  pool.on("error", () => {});
  let closed: Promise<void> | undefined;
  return {
    pool,
    /** True if one of the pool's connections has the server process `pid`. */
    isOwn: (pid: number) => [...clients].some(({ processID }) => processID === pid),
    /** Closes all connections. Connections that are still in use after `closeMs` are terminated. */
    close(): Promise<void> {
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

/** Creates a Kysely dialect that uses `pool`. The caller must close the pool. */
export function postgresDialect(pool: pg.Pool): PostgresDialect {
  return new PostgresDialect({ pool });
}
