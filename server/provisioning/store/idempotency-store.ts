import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProvisioningSchema } from "./schema/schema.ts";

/** A creation with an `Idempotency-Key`, and the data of its response. */
export interface KeyedCreation {
  key: string;
  /** The hash of the body. It shows whether a later request with the same key has the same body. */
  bodyHash: string;
  customerID: string;
  jobID: string;
  /** Milliseconds since 1970. */
  createdMs: number;
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** Creates the store of the idempotency keys of both environments, on SQLite or Postgres. */
export function createIdempotencyStore(db: Kysely<ProvisioningSchema>) {
  return {
    /**
     * Claims a key for a creation. Returns undefined if the key was free. Otherwise returns the creation that already
     * has the key. If the transaction of that creation is still open, waits for its end first.
     */
    async claim(
      environment: Environment,
      { key, bodyHash, customerID, jobID, createdMs }: KeyedCreation,
    ): Promise<KeyedCreation | undefined> {
      const result = await db
        .insertInto("idempotency_keys")
        .values({ environment, key, body_hash: bodyHash, customer_id: customerID, job_id: jobID, created: createdMs })
        .onConflict((conflict) => conflict.columns(["environment", "key"]).doNothing())
        .executeTakeFirst();
      if (Number(result.numInsertedOrUpdatedRows ?? 0) === 1) return undefined;
      const row = await db
        .selectFrom("idempotency_keys")
        .selectAll()
        .where("environment", "=", environment)
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      return {
        key,
        bodyHash: row.body_hash,
        customerID: row.customer_id,
        jobID: row.job_id,
        createdMs: row.created,
      };
    },

    /** Removes the keys that were stored before `createdMs`. */
    async forget(createdMs: number): Promise<void> {
      await db.deleteFrom("idempotency_keys").where("created", "<", createdMs).execute();
    },
  };
}
