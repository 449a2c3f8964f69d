import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The start of an environment's record, and the key of its erasures. */
interface RecordStart {
  /** Milliseconds since 1970. */
  since: number;
  erasureKey: string;
}

/** Begins the record of an environment with its first reading, unless it has begun. */
export async function beginRecord(
  db: Kysely<ConsoleSchema>,
  environment: Environment,
  nowMs: number,
): Promise<RecordStart> {
  const find = () =>
    db
      .selectFrom("knownRecords")
      .select(["since", "erasureKey"])
      .where("environment", "=", environment)
      .executeTakeFirst();
  const begun = await find();
  if (begun) return begun;
  await db
    .insertInto("knownRecords")
    .values({ environment, since: nowMs, erasureKey: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find()) as RecordStart;
}

const hashOf = (erasureKey: string, customerKey: string) =>
  createHmac("sha256", erasureKey).update(customerKey).digest("hex");

/**
 * Customers that were erased from the record. A keyed hash of the ID stays, so that a later reading does not store the
 * customer again. Database errors are passed on unchanged.
 */
export function createErasures(db: Kysely<ConsoleSchema>) {
  return {
    /** The erased ones among customers, by key. */
    async among(
      from: Kysely<ConsoleSchema>,
      environment: Environment,
      customerKeys: readonly string[],
    ): Promise<string[]> {
      const anyErased = from.selectFrom("knownErased").select("customerHash").where("environment", "=", environment);
      if (customerKeys.length === 0 || !(await anyErased.limit(1).executeTakeFirst())) return [];
      const { erasureKey } = await beginRecord(from, environment, 0);
      const keys = new Map(customerKeys.map((key) => [hashOf(erasureKey, key), key]));
      const erased = await anyErased.where("customerHash", "in", [...keys.keys()]).execute();
      return erased.map(({ customerHash }) => keys.get(customerHash) as string);
    },
    /** Removes everything that the record holds of a customer, its notes, tags and pins, and remembers the erasure. */
    erase: (environment: Environment, customerID: string, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const customerKey = idKey(customerID);
        const { erasureKey } = await beginRecord(transaction, environment, nowMs);
        for (const table of ["customerNotes", "customerTags", "customerPins", "markedCustomers"] as const) {
          await transaction
            .deleteFrom(table)
            .where("environment", "=", environment)
            .where("customerKey", "=", customerKey)
            .execute();
        }
        await transaction
          .insertInto("knownErased")
          .values({ environment, customerHash: hashOf(erasureKey, customerKey), erasedAt: nowMs })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        for (const table of ["knownStates", "knownCustomers"] as const) {
          await transaction
            .deleteFrom(table)
            .where("environment", "=", environment)
            .where("customerKey", "=", customerKey)
            .execute();
        }
      }),
  };
}
