import { type Kysely, sql } from "kysely";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { type CustomerStore, createCustomerStore } from "./customer-store.ts";
import { migrations } from "./migrations.ts";
import type { ProvisioningSchema } from "./schema.ts";
import { createSeedStore, type SeedStore } from "./seed-store.ts";

/** What the service keeps. Each part takes the environment first, so that none is read across both. */
export interface ProvisioningStore {
  customers: CustomerStore;
  seeds: SeedStore;
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  transaction<Result>(
    work: (store: Pick<ProvisioningStore, "customers" | "seeds">) => Promise<Result>,
  ): Promise<Result>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

function partsOf(db: Kysely<ProvisioningSchema>): Pick<ProvisioningStore, "customers" | "seeds"> {
  return { customers: createCustomerStore(db), seeds: createSeedStore(db) };
}

/**
 * Opens the service's store at `url` (`sqlite:<path>`, `sqlite::memory:` or `postgres://…`) and brings
 * it up to date.
 *
 * @throws DatabaseOpenError with one sentence that says what to do.
 */
export async function openStore(url: string): Promise<ProvisioningStore> {
  const database = await openDatabase<ProvisioningSchema>(url);
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { db } = database;
  return {
    ...partsOf(db),
    transaction: (work) => db.transaction().execute((transaction) => work(partsOf(transaction))),
    async ping() {
      await sql`SELECT 1`.execute(db);
    },
    close: () => database.close(),
  };
}
