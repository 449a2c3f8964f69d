/** Time limits for PostgreSQL in milliseconds, and the number of connections of a process. */
export interface PostgresLimits {
  /** Connections of one process. */
  poolSize: number;
  /** The time limit of a statement. A statement that takes longer fails, and its connection is closed. */
  statementMs: number;
  /** The maximum wait for a connection, whether all are in use or one is being opened. */
  connectionMs: number;
  /** How long connections may take to close. */
  closeMs: number;
}

export const defaultPoolSize = 10;

/** Statements of both programs take milliseconds: these limits are for a server that is gone or overloaded. */
export const postgresLimits: PostgresLimits = {
  poolSize: defaultPoolSize,
  statementMs: 10_000,
  connectionMs: 5_000,
  closeMs: 5_000,
};

/** The idle time after which the operating system checks the connection, ten times at intervals of one second. */
export const keepAliveMs = 10_000;
