/** Time limits for PostgreSQL in milliseconds, and the number of connections of a process. */
export interface PostgresLimits {
  /** Connections of one process. */
  poolSize: number;
  /**
   * The time limit of a statement, in milliseconds. A statement that takes longer fails, and its connection is closed.
   */
  statementMs: number;
  /**
   * The maximum time that a caller waits for a connection, in milliseconds. It is the same whether all connections are
   * in use or a new one is being opened.
   */
  connectionMs: number;
  /** How long connections may take to close. */
  closeMs: number;
}

export const defaultPoolSize = 10;

/**
 * Statements of the console and of the service take milliseconds. These limits are for a server that is gone or
 * overloaded.
 */
export const postgresLimits: PostgresLimits = {
  poolSize: defaultPoolSize,
  statementMs: 10_000,
  connectionMs: 5_000,
  closeMs: 5_000,
};

/**
 * After this idle time, in milliseconds, the operating system checks the connection. It checks ten times, once a
 * second.
 */
export const keepAliveMs = 10_000;
