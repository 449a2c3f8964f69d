import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { listenForWrites, type WriteListener } from "./listen-for-writes.ts";
import { DatabaseOpenError } from "./open-error.ts";
import { OrderedKysely } from "./ordered-transactions.ts";
import { postgresDialect, postgresPool } from "./postgres.ts";
import { type PostgresLimits, postgresLimits } from "./postgres-limits.ts";
import { setReadAtOnce } from "./read-at-once.ts";
import { sqliteDialect } from "./sqlite.ts";
import { type OnWritten, withWrittenTables } from "./written-tables.ts";

export type DatabaseDialect = "sqlite" | "postgres";

export interface Database<Schema> {
  db: Kysely<Schema>;
  dialect: DatabaseDialect;
  /** The PostgreSQL pool, for libraries that need it. Absent on SQLite. */
  pool?: Pool;
  /**
   * Returns a value that is different after every change of the database. Returns undefined while a transaction is
   * open. Absent on PostgreSQL, which many processes may write.
   */
  version?: () => string | undefined;
  /**
   * Calls `listener` with the names of the tables that this process has written, after each transaction and each
   * statement outside a transaction. After `listen`, also reports the tables that other processes have written, as far
   * as a trigger announces them on `writtenChannel`. Returns a function that removes the listener.
   */
  onWritten(listener: OnWritten): () => void;
  /** Tells every listener of `onWritten` that any table may have been written. */
  announceAny(): void;
  /**
   * True while `onWritten` reports the writes of every process. Always true on SQLite, because only one process writes
   * the file.
   */
  hearsAllWrites(): boolean;
  /**
   * On PostgreSQL, opens one more connection that receives the writes of other processes (listen-for-writes.ts).
   * `onChange` is called when they begin or cease to arrive.
   */
  listen(onChange?: (isListening: boolean) => void): void;
  /**
   * Runs `work`, whose statements may take minutes, such as a migration. On PostgreSQL, `work` gets separate
   * connections without a time limit for statements.
   */
  atLength<Result>(work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /** Closes all connections and releases the lock of the SQLite file. */
  close(): Promise<void>;
}

/** Returns the host and the path of a URL, without the user and the password, for error messages. */
function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "the given address";
  }
}

function createWriteEvents(): { emit: OnWritten; onWritten: Database<unknown>["onWritten"] } {
  const listeners = new Set<OnWritten>();
  return {
    emit(tables) {
      for (const listener of listeners) listener(tables);
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function openPostgres<Schema>(url: string, limits: PostgresLimits): Promise<Database<Schema>> {
  const { pool, isOwn, close } = postgresPool(url, limits);
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
  const { emit, onWritten } = createWriteEvents();
  let listener: WriteListener | undefined;
  return {
    db: new OrderedKysely<Schema>({ dialect: withWrittenTables(postgresDialect(pool), emit) }),
    dialect: "postgres",
    pool,
    onWritten,
    announceAny: () => emit("any"),
    hearsAllWrites: () => listener?.isListening() ?? false,
    listen(onChange) {
      listener ??= listenForWrites({
        url,
        limits,
        pool,
        isOwn,
        onChange,
        onWritten: (table) => emit(table === undefined ? "any" : new Set([table])),
      });
    },
    async atLength(work) {
      const own = postgresPool(url, { ...limits, poolSize: 2, statementMs: null });
      try {
        return await work(new OrderedKysely<Schema>({ dialect: postgresDialect(own.pool) }));
      } finally {
        await own.close();
      }
    },
    async close() {
      await listener?.close();
      await close();
    },
  };
}

async function openSqlite<Schema>(path: string, readOnly: boolean): Promise<Database<Schema>> {
  const { dialect, version, readAtOnce } = sqliteDialect(path, readOnly);
  const { emit, onWritten } = createWriteEvents();
  const db = new OrderedKysely<Schema>({ dialect: withWrittenTables(dialect, emit) });
  setReadAtOnce(db, readAtOnce);
  // Kysely closes only a connection that was used. Without this query, closing an unused database would not release the
  // file lock.
  await db.connection().execute(async () => {});
  return {
    db,
    dialect: "sqlite",
    version,
    onWritten,
    announceAny: () => emit("any"),
    hearsAllWrites: () => true,
    listen() {},
    atLength: (work) => work(db),
    close: () => db.destroy(),
  };
}

/**
 * Opens the database at `url`: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. The query builder is the same for
 * SQLite and PostgreSQL. The console and the provisioning service have separate databases with separate migrations.
 * Only one process at a time may write a SQLite file (file-lock.ts), so several replicas need PostgreSQL. With
 * `readOnly`, the write lock is not acquired. Calls to PostgreSQL have time limits. A statement that takes longer than
 * 10 s is ended together with its connection (bounded-client.ts). Waiting for a connection takes at most about 5 s
 * (patient-pool.ts). Only migrations may take longer. `postgres` changes these limits.
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
