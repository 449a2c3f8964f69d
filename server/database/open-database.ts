import { Kysely } from "kysely";
import type { Pool } from "pg";
import { DatabaseOpenError } from "./open-error.ts";
import { postgresDialect, postgresPool } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";

export type DatabaseDialect = "sqlite" | "postgres";

export interface Database<Schema> {
  db: Kysely<Schema>;
  dialect: DatabaseDialect;
  /** The Postgres pool, for libraries that want one; absent on SQLite. */
  pool?: Pool;
  /**
   * Gives what differs after every change of the database, or undefined while a transaction is open;
   * absent on Postgres, which many write.
   */
  version?: () => string | undefined;
  /** Closes every connection and gives the SQLite file free. */
  close(): Promise<void>;
}

/** What a failed connection may say without the password that the URL holds. */
function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "the given address";
  }
}

async function openPostgres<Schema>(url: string): Promise<Database<Schema>> {
  const pool = postgresPool(url);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    throw new DatabaseOpenError(
      "database_unreachable",
      `The Postgres database at ${withoutPassword(url)} cannot be opened (${reason}): check that it runs, that the database exists and that the user and password are right.`,
      error,
    );
  }
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) });
  return { db, dialect: "postgres", pool, close: () => db.destroy() };
}

async function openSqlite<Schema>(path: string, readOnly: boolean): Promise<Database<Schema>> {
  const { dialect, version } = sqliteDialect(path, readOnly);
  const db = new Kysely<Schema>({ dialect });
  // Kysely closes only what it has used: without this, closing an unused store would keep the file's lock.
  await db.connection().execute(async () => {});
  return { db, dialect: "sqlite", version, close: () => db.destroy() };
}

/**
 * Opens a store named by `url`: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. A SQLite file
 * has one writing process at a time; with `readOnly` no right to write is asked for.
 *
 * @throws DatabaseOpenError with one sentence that says what to do.
 */
export async function openDatabase<Schema>(
  url: string,
  options: { readOnly?: boolean } = {},
): Promise<Database<Schema>> {
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  if (path !== undefined) return openSqlite(path, options.readOnly ?? false);
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  throw new DatabaseOpenError(
    "database_url_invalid",
    "A database address must be written sqlite:<path> or postgres://<user>@<host>/<database>.",
  );
}
