import { type Kysely, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNowAhead } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** A process that has reported that it is running. Times are milliseconds since 1970, by the store's clock. */
export interface StoredReplica {
  replicaID: string;
  startedAt: number;
  seenAt: number;
  /** The report as stored, without validation. A different version of the console may have written it. */
  report: unknown;
}

/** How long after its last report a process counts as silent, in milliseconds. */
export const silentMs = 60_000;

/** The store of the console's processes. Database errors are passed on unchanged. */
export function createReplicaStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect, aheadMs?: () => number) {
  const now = () => storeNowAhead(dialect, aheadMs);
  return {
    /** Stores the report of a running process. Returns the current time of the store. */
    async beat({ replicaID, report }: { replicaID: string; report: object }): Promise<number> {
      const columns = { seenAt: now(), report: JSON.stringify(report) };
      const { seenAt } = await db
        .insertInto("replicas")
        .values({ replicaID, startedAt: columns.seenAt, ...columns })
        .onConflict((conflict) => conflict.column("replicaID").doUpdateSet(columns))
        .returning("seenAt")
        .executeTakeFirstOrThrow();
      return seenAt;
    },
    /** Removes a process that is shutting down. */
    async leave(replicaID: string): Promise<void> {
      await db.deleteFrom("replicas").where("replicaID", "=", replicaID).execute();
    },
    /** Removes processes whose last report is older than `keptMs`. */
    async removeUnseen(keptMs: number): Promise<void> {
      await db
        .deleteFrom("replicas")
        .where("seenAt", "<=", sql<number>`${now()} - ${sql.lit(keptMs)}`)
        .execute();
    },
    /** All processes, longest running first, and the current time of the store. */
    async list(): Promise<{ replicas: StoredReplica[]; nowMs: number }> {
      const { nowMs } = await db.selectNoFrom(now().as("nowMs")).executeTakeFirstOrThrow();
      const rows = await db.selectFrom("replicas").selectAll().orderBy("startedAt").orderBy("replicaID").execute();
      return { nowMs, replicas: rows.map((row) => ({ ...row, report: JSON.parse(row.report) as unknown })) };
    },
  };
}
