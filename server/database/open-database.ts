import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { DatabaseOpenError } from "./open-error.ts";
import { OrderedKysely } from "./ordered-transactions.ts";
import { postgresDialect, postgresPool } from "./postgres.ts";
import { type PostgresLimits, postgresLimits } from "./postgres-limits.ts";
import { setReadAtOnce } from "./read-at-once.ts";
import { sqliteDialect } from "./sqlite.ts";

export type DatabaseDialect = "sqlite" | "postgres";

export interface Database<Schema> {
  db: Kysely<Schema>;
  dialect: DatabaseDialect;
  /** The PostgreSQL pool, for libraries that need one. Missing on SQLite. */
  pool?: Pool;
  /**
   * Returns a value that is different after every change of the database. Undefined while a transaction is open.
   * Missing on PostgreSQL, because other processes can change the database there.
   */
  version?: () => string | undefined;
  /**
   * Runs work with statements that may take minutes, for example a migration. On PostgreSQL, the work gets its own
   * connections, which have no time limit for statements.
   */
  atLength<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Closes all connections and releases the lock of the SQLite file. */
  close(): Promise<void>;
}

/** Removes the password in the URL from the message of a connection error. */
function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "the given address";
  }
}

async function openPostgres<Schema>(url: string, limits: PostgresLimits): Promise<Database<Schema>> {
  const { pool, close } = postgresPool(url, limits);
  try {
    await pool.query("select 1");
  } catch (error) {
    await close();
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    throw new DatabaseOpenError(
      "database_unreachable",
      `The Postgres database at ${withoutPassword(url)} cannot be opened (${reason}): check that it runs, that the database exists and that the user and password are right.`,
      error,
    );
  }
  return {
    db: new OrderedKysely<Schema>({ dialect: postgresDialect(pool) }),
    dialect: "postgres",
    pool,
    async atLength(work) {
      const own = postgresPool(url, { ...limits, poolSize: 2, statementMs: null });
      try {
        return await work(new OrderedKysely<Schema>({ dialect: postgresDialect(own.pool) }));
      } finally {
        await own.close();
      }
    },
    close,
  };
}

async function openSqlite<Schema>(path: string, readOnly: boolean): Promise<Database<Schema>> {
  const { dialect, version, readAtOnce } = sqliteDialect(path, readOnly);
  const db = new OrderedKysely<Schema>({ dialect });
  setReadAtOnce(db, readAtOnce);
  // Kysely closes a database only if it was used. Without this query, the file would stay locked after closing an
  // unused store.
  await db.connection().execute(async () => {});
  return { db, dialect: "sqlite", version, atLength: (work) => work(db), close: () => db.destroy() };
}

/**
 * Opens the store at `url`: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. The query builder is the same for
 * SQLite and PostgreSQL. The console and the provisioning service have separate stores with separate migrations.
 *
 * Only one process at a time can write to a SQLite file (file-lock.ts), so several replicas need PostgreSQL. With
 * `readOnly`, the write lock is not taken. Calls to PostgreSQL have time limits. If a statement takes longer than 10 s,
 * its connection is closed (bounded-client.ts). A call waits at most about 5 s for a connection (patient-pool.ts). Only
 * migrations may take longer. `postgres` changes these limits.
 *
 * @throws DatabaseOpenError with one sentence that says what to do.
 */
export async function openDatabase<Schema>(
  url: string,
  options: { readOnly?: boolean; postgres?: Partial<PostgresLimits> } = {},
): Promise<Database<Schema>> {
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (path !== undefined) return openSqlite(path, options.readOnly ?? false);
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, { ...postgresLimits, ...options.postgres });
  throw new DatabaseOpenError(
    "database_url_invalid",
    "A database address must be written sqlite:<path> or postgres://<user>@<host>/<database>.",
  );
}
