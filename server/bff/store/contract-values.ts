import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** A plan or a term that occurred in an API answer, in the API's spelling. */
export interface SeenContractValue {
  member: "plan" | "term";
  value: string;
}

/**
 * The maximum number of stored values per member. If an API has more values, the console does not treat them as a
 * closed list.
 */
export const maxSeenValues = 100;

/** The store of plans and terms that have occurred in API answers. Database errors are passed on unchanged. */
export function createContractValueStore(db: Kysely<ConsoleSchema>) {
  return {
    /** Stores values, at most `maxSeenValues` per member and environment. */
    async add(environment: Environment, values: readonly SeenContractValue[], nowMs: number): Promise<void> {
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
    /** The values of an environment, sorted. With `on`, the values are read in that transaction. */
    async list(
      environment: Environment,
      on: Kysely<ConsoleSchema> = db,
    ): Promise<{ plans: string[]; terms: string[] }> {
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
