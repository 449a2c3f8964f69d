/** How long anything with Postgres may take, and how many connections a process has. Times are milliseconds. */
export interface PostgresLimits {
  /** Connections of one process. */
  poolSize: number;
  /** A statement that has not ended after this fails, and its connection is closed with it. */
  statementMs: number;
  /** How long somebody waits for a connection, whether all are in use or one is being made. */
  connectionMs: number;
  /** How long connections may take to end when they are closed. */
  closeMs: number;
}

export const defaultPoolSize = 10;

/** Statements of both programs take milliseconds: these are for a server that is gone or overloaded. */
export const postgresLimits: PostgresLimits = {
  poolSize: defaultPoolSize,
  statementMs: 10_000,
  connectionMs: 5_000,
  closeMs: 5_000,
};

/** After so long without a word the system asks whether the other side is still there, ten times, a second apart. */
export const keepAliveMs = 10_000;
