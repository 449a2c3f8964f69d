import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acceptedAttempts, createPushLease, leaseEnd } from "#server/bff/store/push/push-lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { runOfRow, type StoredRun } from "./export-rows.ts";

/** The outbox of files for the endpoint of EXPORT_URL. Database errors are passed on unchanged. */
export function createExportOutbox(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const waiting = () => db.selectFrom("exportRuns").where("sendState", "=", "waiting");
  return {
    ...createPushLease(db, dialect, "exportPush"),
    async waiting(): Promise<number> {
      const { total } = await waiting()
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    /** The next files, oldest first. */
    async next(limit: number): Promise<StoredRun[]> {
      const rows = await waiting().selectAll().orderBy("finishedAt").orderBy("runID").limit(limit).execute();
      return rows.map(runOfRow);
    },
    /** Records that the endpoint has accepted the file. Also renews the lease. False if the lease is lost. */
    accept: (
      leaseID: string,
      runID: string,
      { leaseMs, event, nowMs }: { leaseMs: number; event: NewAuditEvent; nowMs: number },
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const held = await on
          .updateTable("exportPush")
          .set({ leaseUntil: leaseEnd(dialect, leaseMs), ...acceptedAttempts })
          .where("leaseID", "=", leaseID)
          .executeTakeFirst();
        if (held.numUpdatedRows !== 1n) return false;
        await on
          .updateTable("exportRuns")
          .set({ sendState: "sent", sentAt: nowMs })
          .where("runID", "=", runID)
          .where("sendState", "=", "waiting")
          .execute();
        await appendAudit(on, event, nowMs);
        return true;
      }),
    /** Gives up sending files that were finished before `beforeMs`. Returns the number of files. */
    async giveUp(beforeMs: number, nowMs: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable("exportRuns")
        .set({ sendState: "given-up", sentAt: nowMs })
        .where("sendState", "=", "waiting")
        .where("finishedAt", "<", beforeMs)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}
