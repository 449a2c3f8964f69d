import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { earlierState, newestState } from "./history-rows.ts";
import type { HistoryState } from "./timeline.ts";

/** A customer that was changed outside the console, with its states in order of time. */
export interface ChangedElsewhere {
  customerID: string;
  companyName: string;
  states: readonly HistoryState[];
}

/** Finds the customers that were changed outside the console. Database errors are passed on unchanged. */
export function createChangesElsewhereStore(db: Kysely<ConsoleSchema>) {
  return {
    /**
     * Lists customers that were changed outside the console since `sinceMs`, latest change first, and counts them.
     * Returns at most `limit` customers and the count of all.
     */
    async list(
      environment: Environment,
      sinceMs: number,
      limit: number,
    ): Promise<{ customers: ChangedElsewhere[]; total: number }> {
      const changed = db
        .selectFrom("knownCustomers")
        .where("environment", "=", environment)
        // Repeats the condition of the index, so that the database uses the index.
        .where("elsewhereAt", "is not", null)
        .where("elsewhereAt", ">=", sinceMs);
      const rows = await changed
        .selectAll()
        .orderBy("elsewhereAt", "desc")
        .orderBy("customerKey")
        .limit(limit)
        .execute();
      if (rows.length === 0) return { customers: [], total: 0 };
      const earlier = await db
        .selectFrom("knownStates")
        .selectAll()
        .where("environment", "=", environment)
        .where(
          "customerKey",
          "in",
          rows.map(({ customerKey }) => customerKey),
        )
        .orderBy("customerKey")
        .orderBy("sinceAnsweredAt")
        .orderBy("sinceSentAt")
        .execute();
      const statesOf = Map.groupBy(earlier, ({ customerKey }) => customerKey);
      const total =
        rows.length < limit
          ? rows.length
          : Number((await changed.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow()).count);
      const customers = rows.map((row) => {
        const newest = newestState(row);
        const before = (statesOf.get(row.customerKey) ?? []).map(earlierState);
        return { customerID: row.customerID, companyName: row.companyName, states: newest ? [...before, newest] : [] };
      });
      return { customers, total };
    },
  };
}
