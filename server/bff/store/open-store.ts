import type { Pool } from "pg";
import { type BulkStore, createBulkStore } from "#server/bff/store/bulk/bulks.ts";
import { createJobFollowStore, type JobFollowStore } from "#server/bff/store/operations/job-follows.ts";
import { createOperationStore, type OperationStore } from "#server/bff/store/operations/operations.ts";
import { writeCheck } from "#server/bff/store/schema/check-tables.ts";
import { migrate } from "#server/database/migrate.ts";
import type { Database } from "#server/database/open-database.ts";
import { openDatabase } from "#server/database/open-database.ts";
import type { KnownPlaceStore } from "./known-places.ts";
import { createKnownPlaceStore } from "./known-places.ts";
import { migrations } from "./migrations.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { createSessionStore, type SessionStore } from "./sessions.ts";
import { createStaffStore, type StaffStore } from "./staff.ts";
import { storeError } from "./store-error.ts";
import type { ClaimStore } from "./store-purpose.ts";
import { createClaimStore } from "./store-purpose.ts";
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
  knownPlaces: KnownPlaceStore;
  claim: ClaimStore;
  /** The Postgres pool, absent on SQLite. */
  pool?: Pool;
  /** Writes and takes it back, to see that the store can be written. */
  proveWritable(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Connections to Postgres, where it is not the usual number. */
  poolSize?: number | undefined;
}

type Methods = Record<string, (...given: never[]) => Promise<unknown>>;

function guarded<Part extends object>(part: Part): Part {
  const entries = Object.entries(part as Methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      try {
        return await method(...given);
      } catch (cause) {
        throw storeError(cause);
      }
    },
  ]);
  return Object.fromEntries(entries) as Part;
}

/** Opens the store at `url` (`sqlite:…` or `postgres://…`) and brings it up to date. */
export async function openStore(url: string, { poolSize }: StoreOptions = {}): Promise<ConsoleStore> {
  const database = await openDatabase<ConsoleSchema>(url, { postgres: poolSize === undefined ? {} : { poolSize } });
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database);
}

/** The store in a database that is open and up to date. */
export function createStore({ db, dialect, pool, close }: Database<ConsoleSchema>): ConsoleStore {
  return {
    staff: guarded(createStaffStore(db)),
    sessions: guarded(createSessionStore(db)),
    operations: guarded(createOperationStore(db, dialect)),
    bulks: guarded(createBulkStore(db, dialect)),
    follows: guarded(createJobFollowStore(db)),
    views: guarded(createViewStore(db, dialect)),
    knownPlaces: guarded(createKnownPlaceStore(db)),
    ...guarded({ proveWritable: () => writeCheck(db), claim: createClaimStore(db) }),
    ...(pool ? { pool } : {}),
    close,
  };
}
