/** Limits for PostgreSQL: time limits in milliseconds, and the number of connections of a process. */
export interface PostgresLimits {
  /** The maximum number of connections of one process. */
  poolSize: number;
  /**
   * The time limit of a statement, in milliseconds. If a statement takes longer, it fails and its connection is closed.
   */
  statementMs: number;
  /**
   * How long a caller waits for a connection at most, in milliseconds. This includes the time for opening a new
   * connection.
   */
  connectionMs: number;
  /** How long closing connections may take, in milliseconds. */
  closeMs: number;
}

export const defaultPoolSize = 10;

/**
 * The limits for normal operation. Statements of the console and of the service take milliseconds, so only a missing or
 * overloaded server exceeds these limits.
 */
export const postgresLimits: PostgresLimits = {
  poolSize: defaultPoolSize,
  statementMs: 10_000,
  connectionMs: 5_000,
  closeMs: 5_000,
};

/**
 * How long a connection must be idle before the operating system checks it, in milliseconds. It then sends up to ten
 * checks, one per second.
 */
export const keepAliveMs = 10_000;
