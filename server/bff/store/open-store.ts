import { sql } from "kysely";
import type { Pool } from "pg";
import { AppError } from "#lib/contract/errors.ts";
import { type BulkStore, createBulkStore } from "#server/bff/store/bulk/bulks.ts";
import { createJobFollowStore, type JobFollowStore } from "#server/bff/store/operations/job-follows.ts";
import { createOperationStore, type OperationStore } from "#server/bff/store/operations/operations.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { migrations } from "./migrations.ts";
import type { ConsoleSchema } from "./schema.ts";
import { createSessionStore, type SessionStore } from "./sessions.ts";
import { createStaffStore, type StaffStore } from "./staff.ts";
import { createViewStore, type ViewStore } from "./views.ts";

/**
 * The console's store. A method that the database fails throws AppError `store_unavailable`, with
 * the database's error as its cause.
 */
export interface ConsoleStore {
  staff: StaffStore;
  sessions: SessionStore;
  operations: OperationStore;
  bulks: BulkStore;
  follows: JobFollowStore;
  views: ViewStore;
  /** The Postgres pool, absent on SQLite. */
  pool?: Pool;
  /** Asks the database for nothing, to see that it answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

type Methods = Record<string, (...given: never[]) => Promise<unknown>>;

function guarded<Part extends object>(part: Part): Part {
  const entries = Object.entries(part as Methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      try {
        return await method(...given);
      } catch (cause) {
        throw new AppError("store_unavailable", "The console's own store does not answer. Try again in a moment.", {
          cause,
        });
      }
    },
  ]);
  return Object.fromEntries(entries) as Part;
}

/** Opens the store at `url` (`sqlite:…` or `postgres://…`) and brings it up to date. */
export async function openStore(url: string): Promise<ConsoleStore> {
  const database = await openDatabase<ConsoleSchema>(url);
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { db, dialect, pool, close } = database;
  const ping = async () => {
    await sql`select 1`.execute(db);
  };
  return {
    staff: guarded(createStaffStore(db)),
    sessions: guarded(createSessionStore(db)),
    operations: guarded(createOperationStore(db, dialect)),
    bulks: guarded(createBulkStore(db, dialect)),
    follows: guarded(createJobFollowStore(db)),
    views: guarded(createViewStore(db, dialect)),
    ...guarded({ ping }),
    ...(pool ? { pool } : {}),
    close,
  };
}
