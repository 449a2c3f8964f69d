import { existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { AnyDatabase } from "./catalog.ts";
import { lockFile } from "./file-lock.ts";
import { type Database, openDatabase } from "./open-database.ts";

/** A new database that is built next to the current one. When it is complete, it replaces the current database. */
export interface Replacement {
  /** The URL of the database that is being built. */
  url: string;
  /**
   * Replaces the current database with the new one. Returns the file or schema that keeps the old database, or
   * undefined if there was no old database.
   */
  swap(): Promise<string | undefined>;
  /** Removes an incomplete new database, and everything else that an unfinished replacement leaves behind. */
  close(): Promise<void>;
}

const once = (work: () => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
};

const journals = ["", "-wal", "-shm"];

/**
 * Replaces a SQLite file by a new file in the same folder. The old file is locked during the replacement, so that no
 * console can start with it.
 */
function replaceFile(path: string, suffix: string): Replacement {
  const file = resolve(path);
  const built = `${file}.restoring`;
  const kept = `${file}.before-restore-${suffix}`;
  const lock = lockFile(file);
  const remove = () => {
    for (const ending of [...journals, ".lock"]) rmSync(`${built}${ending}`, { force: true });
  };
  remove();
  return {
    url: `sqlite:${built}`,
    async swap() {
      const had = existsSync(file);
      // The journals of the old file are renamed too. Otherwise SQLite would use them for the new file.
      for (const ending of journals) {
        if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${kept}${ending}`);
      }
      renameSync(built, file);
      return had ? kept : undefined;
    },
    close: once(async () => {
      remove();
      lock.release();
    }),
  };
}

const restoring = "switchboard_restoring";

/**
 * Builds the new database in a separate schema. At the end, its tables and functions replace the current ones in one
 * transaction.
 */
async function replaceSchema(url: string, suffix: string): Promise<Replacement> {
  const database = await openDatabase<unknown>(url, { postgres: { poolSize: 1 } });
  const remove = () => sql`drop schema if exists ${sql.ref(restoring)} cascade`.execute(database.db);
  await remove();
  await sql`create schema ${sql.ref(restoring)}`.execute(database.db);
  const inside = new URL(url);
  inside.searchParams.set("options", `-c search_path=${restoring}`);
  return {
    url: inside.href,
    swap: () => swapSchemas(database, `before_restore_${suffix}`),
    close: once(async () => {
      await remove();
      await database.close();
    }),
  };
}

async function swapSchemas({ db }: Database<unknown>, kept: string): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = 5000`.execute(transaction);
    const { rows } = await sql<{ name: string }>`select current_schema() as "name"`.execute(transaction);
    const own = rows[0]?.name ?? "public";
    const move = async (from: string, to: string) => {
      const parts = await sql<{ what: string }>`
        select 'table ' || c.oid::regclass as "what" from pg_class c
          where c.relnamespace = ${from}::regnamespace and c.relkind in ('r', 'p')
        union all select 'function ' || p.oid::regprocedure from pg_proc p
          where p.pronamespace = ${from}::regnamespace
            and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(transaction);
      for (const { what } of parts.rows) {
        await sql`alter ${sql.raw(what)} set schema ${sql.ref(to)}`.execute(transaction);
      }
      return parts.rows.length;
    };
    await sql`create schema ${sql.ref(kept)}`.execute(transaction);
    const moved = await move(own, kept);
    if (moved === 0) await sql`drop schema ${sql.ref(kept)}`.execute(transaction);
    await move(restoring, own);
    return moved === 0 ? undefined : `the schema ${kept}`;
  });
}

/** How long a server process may need to end after its connection was closed, in milliseconds. */
const backendEndMs = 3000;

/**
 * Returns how many other programs are connected to a PostgreSQL database. A closed connection is listed until its
 * server process has ended. For this reason, the count is repeated for up to three seconds until it is 0. Returns 0 on
 * SQLite, where the file lock reveals other programs.
 */
export async function countConnections(database: AnyDatabase): Promise<number> {
  if (database.dialect === "sqlite") return 0;
  const endMs = performance.now() + backendEndMs;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      database.db,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0 || performance.now() >= endMs) return count;
    await setTimeout(100);
  }
}

/**
 * Starts to replace the database at `url`. The old database is kept in the same place, under a name that ends with the
 * time.
 * @throws DatabaseOpenError `database_in_use` if a process is writing the SQLite file.
 */
export async function beginReplacement(url: string, nowMs: number): Promise<Replacement> {
  const suffix = new Date(nowMs)
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[^0-9T]/g, "")
    .toLowerCase();
  const path = /^sqlite:(.+)$/.exec(url)?.[1];
  return path === undefined ? replaceSchema(url, suffix) : replaceFile(path, suffix);
}
