/** Time limits for PostgreSQL in milliseconds, and the number of connections per process. */
export interface PostgresLimits {
  /** The maximum number of connections of one process. */
  poolSize: number;
  /** The time limit of a statement. A statement that takes longer fails, and its connection is closed. */
  statementMs: number;
  /** The maximum time that a caller waits for a connection, both for a free connection and for a new one. */
  connectionMs: number;
  /** The maximum time for closing the connections. */
  closeMs: number;
}

export const defaultPoolSize = 10;

/**
 * The default limits. Statements of the console and of the service normally take milliseconds. The limits apply if a
 * server is unreachable or overloaded.
 */
export const postgresLimits: PostgresLimits = {
  poolSize: defaultPoolSize,
  statementMs: 10_000,
  connectionMs: 5_000,
  closeMs: 5_000,
};

/**
 * The idle time after which the operating system starts to test a connection, in milliseconds. It sends ten tests, one
 * per second.
 */
export const keepAliveMs = 10_000;
