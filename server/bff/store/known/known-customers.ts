import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The data with which a customer is found in the API's list. */
export interface KnownCustomer {
  customerID: string;
  companyName: string;
  /** ISO 8601 instant. Undefined if the API did not provide it. */
  created: string | undefined;
}

/** The data of a customer in an answer of the API. */
export interface SeenCustomer extends KnownCustomer {
  /** When the API sent the answer, milliseconds since 1970. */
  seenAt: number;
}

/** How long a customer is kept after the last answer that showed it, in milliseconds. */
export const keptAfterSeenMs = 24 * 60 * 60_000;

/** The number of rows that one statement removes, so that the event loop is not blocked for long on SQLite. */
const removedAtOnce = 1_000;

/** The customers that answers of the API have shown. Database errors are passed on unchanged. */
export function createKnownCustomerStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  // One parameter holds all rows, so that the statement has the same text for any number of customers.
  const rowsOf = (json: string) =>
    dialect === "postgres"
      ? sql`select "key", "id", "name", "created", "seenAt" from json_to_recordset(cast(${json} as json))
          as rows ("key" text, "id" text, "name" text, "created" text, "seenAt" bigint)`
      : sql`select value ->> 'key' as "key", value ->> 'id' as "id", value ->> 'name' as "name",
          value ->> 'created' as "created", value ->> 'seenAt' as "seenAt" from json_each(${json}) where true`;
  return {
    /** Stores customers of one environment. An earlier answer does not replace a later one. */
    async record(environment: Environment, customers: readonly SeenCustomer[]): Promise<void> {
      const rows = new Map<string, object>();
      for (const { customerID, companyName, created, seenAt } of customers) {
        const key = idKey(customerID);
        rows.set(key, { key, id: customerID, name: companyName, created: created ?? null, seenAt });
      }
      // All replicas lock the rows in the same order.
      const sorted = [...rows].toSorted(([a], [b]) => Number(a > b) - Number(a < b)).map(([, row]) => row);
      await sql`
        insert into "knownCustomers" ("environment", "customerKey", "customerID", "companyName", "created", "seenAt")
        select cast(${environment} as text), "key", "id", "name", "created", "seenAt"
        from (${rowsOf(JSON.stringify(sorted))}) as "seen" where true
        on conflict ("environment", "customerKey") do update set
          "customerID" = excluded."customerID", "companyName" = excluded."companyName",
          "created" = excluded."created", "seenAt" = excluded."seenAt"
        where excluded."seenAt" > "knownCustomers"."seenAt"`.execute(db);
    },
    /** Finds customers, by `idKey`. Unknown ones are left out. */
    async find(environment: Environment, customerIDs: readonly string[]): Promise<Map<string, KnownCustomer>> {
      const found = new Map<string, KnownCustomer>();
      if (customerIDs.length === 0) return found;
      const rows = await db
        .selectFrom("knownCustomers")
        .select(["customerKey", "customerID", "companyName", "created"])
        .where("environment", "=", environment)
        .where("customerKey", "in", customerIDs.map(idKey))
        .execute();
      for (const { customerKey, created, ...row } of rows)
        found.set(customerKey, { ...row, created: created ?? undefined });
      return found;
    },
    /**
     * Finds at most `limit` IDs that begin with `head` and end with `tail`. Both are in lower case and part of a UUID.
     */
    async likeID(
      environment: Environment,
      { head, tail = "" }: { head: string; tail?: string },
      limit: number,
    ): Promise<string[]> {
      const rows = await db
        .selectFrom("knownCustomers")
        .select("customerID")
        .where("environment", "=", environment)
        // A range uses the index of the primary key. `g` sorts after every hexadecimal digit.
        .where("customerKey", ">=", head)
        .where("customerKey", "<", `${head}g`)
        .where("customerKey", "like", `${head}%${tail}`)
        .orderBy("customerKey")
        .limit(limit)
        .execute();
      return rows.map(({ customerID }) => customerID);
    },
    /** Removes customers that no answer has shown for `keptAfterSeenMs`. Returns the number of removed customers. */
    async removeOld(nowMs: number): Promise<number> {
      for (let removed = 0; ; ) {
        const old = db
          .selectFrom("knownCustomers")
          .select(["environment", "customerKey"])
          .where("seenAt", "<=", nowMs - keptAfterSeenMs)
          .orderBy("seenAt")
          .limit(removedAtOnce);
        const { numDeletedRows } = await db
          .deleteFrom("knownCustomers")
          .where(sql<boolean>`("environment", "customerKey") in ${old}`)
          .executeTakeFirstOrThrow();
        removed += Number(numDeletedRows);
        if (Number(numDeletedRows) < removedAtOnce) return removed;
      }
    },
  };
}
