import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import type { CustomerRecord } from "./customer-record.ts";
import { customerColumns, toCustomerRecord } from "./customer-store.ts";

/** A customer's term and plan. */
export interface ContractRecord {
  term: string;
  plan: string;
}

export type ContractStore = ReturnType<typeof createContractStore>;

/** Creates the store of single customers and their contracts, on SQLite or Postgres. */
export function createContractStore(db: Kysely<ProvisioningSchema>) {
  return {
    /**
     * Finds a customer, even if the customer is deleted. The result says whether the customer is demo data. Undefined
     * if no customer has this ID.
     */
    async find(
      environment: Environment,
      customerID: string,
    ): Promise<{ customer: CustomerRecord; isSeeded: boolean } | undefined> {
      const row = await db
        .selectFrom("customers")
        .select([...customerColumns, "seeded"])
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .executeTakeFirst();
      return row && { customer: toCustomerRecord(row), isSeeded: row.seeded === 1 };
    },

    /**
     * Changes a customer's contract from `before` to `after`. Returns false and changes nothing if the customer is
     * deleted, or if the current contract is not `before`.
     */
    async change(
      environment: Environment,
      customerID: string,
      before: ContractRecord,
      after: ContractRecord,
    ): Promise<boolean> {
      const result = await db
        .updateTable("customers")
        .set(after)
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .where("deleted_at", "is", null)
        .where("plan", "=", before.plan)
        .where("term", "=", before.term)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) === 1;
    },

    /** Marks a customer as deleted at `atMs`. Does nothing if the customer is already deleted. */
    async deleteCustomer(environment: Environment, customerID: string, atMs: number): Promise<void> {
      await db
        .updateTable("customers")
        .set({ deleted_at: atMs })
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .where("deleted_at", "is", null)
        .execute();
    },
  };
}
