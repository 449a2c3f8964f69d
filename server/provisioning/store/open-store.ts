import { type Kysely, sql } from "kysely";
import { migrate } from "#server/database/migrate.ts";
import { type DatabaseDialect, openDatabase } from "#server/database/open-database.ts";
import { defaultPoolSize } from "#server/database/postgres-limits.ts";
import { type ContractStore, createContractStore } from "./customers/contract-store.ts";
import { type CustomerStore, createCustomerStore } from "./customers/customer-store.ts";
import { createListCache, type ListCache } from "./customers/list-cache.ts";
import { loadCustomers } from "./customers/load-customers.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency-store.ts";
import { type ActivityStore, createActivityStore } from "./resources/activity-store.ts";
import { createJobStore, type JobStore } from "./resources/job-store.ts";
import { createNumberStore, type NumberStore } from "./resources/number-store.ts";
import { createWebhookStore, type WebhookStore } from "./resources/webhook-store.ts";
import { migrations } from "./schema/migrations.ts";
import type { ProvisioningSchema } from "./schema/schema.ts";
import { createSeedStore, type SeedStore } from "./seed-store.ts";

/**
 * The parts of the store. Methods that serve a request have the environment as their first parameter, so that a request
 * never gets data of both environments.
 */
export interface StoreParts {
  customers: CustomerStore;
  contracts: ContractStore;
  activities: ActivityStore;
  jobs: JobStore;
  numbers: NumberStore;
  webhooks: WebhookStore;
  idempotencyKeys: IdempotencyStore;
  seeds: SeedStore;
}

/**
 * The parts of the store inside one transaction. Also contains the transaction itself, for callers that have their own
 * tables.
 */
export type StoreTransaction = StoreParts & { transaction: Kysely<ProvisioningSchema> };

function partsOf(db: Kysely<ProvisioningSchema>, dialect: DatabaseDialect, listCache?: ListCache): StoreParts {
  return {
    customers: createCustomerStore(db, dialect, listCache),
    contracts: createContractStore(db),
    activities: createActivityStore(db),
    jobs: createJobStore(db),
    numbers: createNumberStore(db),
    webhooks: createWebhookStore(db),
    idempotencyKeys: createIdempotencyStore(db),
    seeds: createSeedStore(db),
  };
}

/** The store of the provisioning service. */
export type ProvisioningStore = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens the service's store at `url` (`sqlite:<path>`, `sqlite::memory:` or `postgres://…`) and applies pending
 * migrations. On PostgreSQL the store uses at most `poolSize` connections.
 * @throws DatabaseOpenError with one sentence that says what to do.
 */
export async function openStore(url: string, poolSize = defaultPoolSize) {
  const database = await openDatabase<ProvisioningSchema>(url, { postgres: { poolSize } });
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { db, dialect, version } = database;
  const within = (transaction: Kysely<ProvisioningSchema>) => ({ ...partsOf(transaction, dialect), transaction });
  return {
    ...partsOf(db, dialect, version && createListCache(version)),
    dialect,
    /** Runs `work` in one transaction. Either all of its changes are committed, or none. */
    transaction: <Result>(work: (store: StoreTransaction) => Promise<Result>): Promise<Result> =>
      db.transaction().execute((transaction) => work(within(transaction))),
    /**
     * Runs `work` in one transaction that adds many customers to an empty store. Indexes and counters are built after
     * all rows. If the store has any customer, `work` is not called.
     */
    loadCustomers: (work: (store: StoreTransaction) => Promise<void>): Promise<void> =>
      database.atLength((own) => loadCustomers(own, dialect, (transaction) => work(within(transaction)))),
    /** Resolves if the database answers and, on PostgreSQL, also accepts writes. */
    async ping(): Promise<void> {
      if (dialect === "sqlite") {
        await sql`SELECT 1`.execute(db);
        return;
      }
      const { rows } = await sql<{ mode: string }>`SELECT current_setting('transaction_read_only') AS mode`.execute(db);
      if (rows[0]?.mode === "on") throw new Error("The database takes no writes: it is read-only, or a standby");
    },
    close: (): Promise<void> => database.close(),
  };
}
