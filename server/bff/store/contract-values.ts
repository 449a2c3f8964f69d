import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { Migration } from "#server/database/migrate.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** A plan or a term that an answer of the API has shown, as the API spells it. */
export interface SeenContractValue {
  member: "plan" | "term";
  value: string;
}

/** The plans and terms that the API's answers have shown. Errors of the database come as they are. */
export interface ContractValueStore {
  /** Keeps values, at most `maxSeenValues` of each member in an environment. */
  add(environment: Environment, values: readonly SeenContractValue[], nowMs: number): Promise<void>;
  /** Those of an environment, sorted. `on`: read in this transaction. */
  list(environment: Environment, on?: Kysely<ConsoleSchema>): Promise<{ plans: string[]; terms: string[] }>;
}

/** How many values of one member are remembered: an API with more of them does not mean a closed list. */
export const maxSeenValues = 100;

export const contractValuesMigration: Migration = {
  name: "0390_contract_values",
  async up(db) {
    await db.schema
      .createTable("contractValues")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("member", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("firstSeenAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("contractValuesKey", ["environment", "member", "value"])
      .execute();
  },
};

export function createContractValueStore(db: Kysely<ConsoleSchema>): ContractValueStore {
  return {
    async add(environment, values, nowMs) {
      for (const { member, value } of values) {
        const kept = db
          .selectFrom("contractValues")
          .select(({ fn }) => fn.countAll().as("count"))
          .where("environment", "=", environment)
          .where("member", "=", member);
        await db
          .insertInto("contractValues")
          .columns(["environment", "member", "value", "firstSeenAt"])
          .expression(
            db
              .selectNoFrom([
                sql<string>`cast(${environment} as text)`.as("environment"),
                sql<string>`cast(${member} as text)`.as("member"),
                sql<string>`cast(${value} as text)`.as("value"),
                sql<number>`cast(${nowMs} as bigint)`.as("firstSeenAt"),
              ])
              .where(kept, "<", maxSeenValues),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
    async list(environment, on = db) {
      const rows = await on
        .selectFrom("contractValues")
        .select(["member", "value"])
        .where("environment", "=", environment)
        .execute();
      const valuesOf = (member: string) => rows.flatMap((row) => (row.member === member ? [row.value] : [])).toSorted();
      return { plans: valuesOf("plan"), terms: valuesOf("term") };
    },
  };
}
