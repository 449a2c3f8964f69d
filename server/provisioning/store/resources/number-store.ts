import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { numberAt } from "./number-plan.ts";

/** A telephone number and the customer that has it. `createdMs` is milliseconds since 1970. */
export interface NumberRecord {
  /** The number, in E.164. */
  number: string;
  customerID: string;
  createdMs: number;
}

export type NumberStore = ReturnType<typeof createNumberStore>;

/** Creates the store of the numbers of both environments, on SQLite or Postgres. */
export function createNumberStore(db: Kysely<ProvisioningSchema>) {
  return {
    /**
     * Returns one page of an environment's numbers, newest first, and their total count (specification, section 4.9).
     */
    async list(
      environment: Environment,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ numbers: NumberRecord[]; total: number }> {
      const numbers = db.selectFrom("numbers").where("environment", "=", environment);
      const { total } = await numbers.select(db.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await numbers
        .select(["number", "customer_id", "created"])
        .orderBy("created", "desc")
        .orderBy("number", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        numbers: rows.map((row) => ({ number: row.number, customerID: row.customer_id, createdMs: row.created })),
        total,
      };
    },

    /** Returns the numbers of one customer, sorted. */
    async ofCustomer(environment: Environment, customerID: string): Promise<string[]> {
      const rows = await db
        .selectFrom("numbers")
        .select("number")
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .orderBy("number")
        .execute();
      return rows.map(({ number }) => number);
    },

    /** Assigns `count` unused numbers to a customer, and returns them. */
    async assign(
      environment: Environment,
      { customerID, count, atMs, seeded }: { customerID: string; count: number; atMs: number; seeded: boolean },
    ): Promise<string[]> {
      if (count === 0) return [];
      const { taken } = await db
        .updateTable("number_sequences")
        .set({ taken: sql<number>`taken + ${count}` })
        .where("environment", "=", environment)
        .returning("taken")
        .executeTakeFirstOrThrow();
      const numbers = Array.from({ length: count }, (_, index) => numberAt(environment, taken - count + index));
      await db
        .insertInto("numbers")
        .values(
          numbers.map((number) => ({
            environment,
            number,
            customer_id: customerID,
            created: atMs,
            seeded: seeded ? 1 : 0,
          })),
        )
        .execute();
      return numbers;
    },

    /** Removes the numbers of a customer. They are never assigned again. */
    async release(environment: Environment, customerID: string): Promise<void> {
      await db
        .deleteFrom("numbers")
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .execute();
    },
  };
}
