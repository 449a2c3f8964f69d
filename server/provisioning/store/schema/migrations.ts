import type { Migration } from "#server/database/migrate.ts";
import { createCustomerTables } from "./customer-tables.ts";
import { createResourceTables } from "./resource-tables.ts";

/** The migrations of the service's store. A migration is never edited after its release. */
export const migrations: readonly Migration[] = [
  {
    // Has another name than the first migration of the console's store, so that neither program opens the other's store.
    name: "0001_provisioning_baseline",
    async up(db, dialect) {
      await createCustomerTables(db, dialect);
      await createResourceTables(db, dialect);
    },
  },
];
