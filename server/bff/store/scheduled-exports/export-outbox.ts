import { type Kysely, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { createPushLease, leaseEnd, type PushAttempts } from "#server/bff/store/push/push-lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { runOfRow, type StoredRun } from "./export-rows.ts";

/** The outbox of files for the endpoint of EXPORT_URL. Database errors are passed on unchanged. */
export function createExportOutbox(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const lease = createPushLease(db, dialect, "exportPush");
  const now = storeNow(dialect);
  const waiting = () => db.selectFrom("exportRuns").where("sendState", "=", "waiting");
  /** The oldest waiting file of each schedule. Its newer files wait, so that the endpoint gets them in order. */
  const first = () =>
    waiting().where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("exportRuns as earlier")
            .select("earlier.runID")
            .whereRef("earlier.scheduleID", "=", "exportRuns.scheduleID")
            .where("earlier.sendState", "=", "waiting")
            .where((earlier) =>
              earlier.or([
                earlier("earlier.finishedAt", "<", earlier.ref("exportRuns.finishedAt")),
                earlier.and([
                  earlier("earlier.finishedAt", "=", earlier.ref("exportRuns.finishedAt")),
                  earlier("earlier.runID", "<", earlier.ref("exportRuns.runID")),
                ]),
              ]),
            ),
        ),
      ),
    );
  const renew = async (on: Transaction<ConsoleSchema>, leaseID: string, leaseMs: number): Promise<boolean> => {
    const { numUpdatedRows } = await on
      .updateTable("exportPush")
      .set({ leaseUntil: leaseEnd(dialect, leaseMs) })
      .where("leaseID", "=", leaseID)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  return {
    ...lease,
    /** `problem`: why the endpoint did not accept the file whose next attempt comes first. */
    async state(): Promise<PushAttempts> {
      const failed = await waiting()
        .select(["sendFailures", "sendProblem", "sendRetryAt"])
        .where("sendProblem", "is not", null)
        .orderBy("sendRetryAt")
        .orderBy("runID")
        .executeTakeFirst();
      const { sendFailures = 0, sendProblem = null, sendRetryAt = null } = failed ?? {};
      const { stoppedAt } = await lease.state();
      return { failures: sendFailures, problem: sendProblem, retryAt: sendRetryAt, stoppedAt };
    },
    async dueInMs(): Promise<number> {
      const row = await first()
        .select(({ fn }) =>
          sql<number | null>`${fn.min(fn.coalesce("sendRetryAt", sql<number>`0`))} - ${now}`.as("inMs"),
        )
        .executeTakeFirst();
      return row?.inMs == null ? Number.POSITIVE_INFINITY : Math.max(row.inMs, await lease.dueInMs());
    },
    async waiting(): Promise<number> {
      const { total } = await waiting()
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async isWaiting(runID: string): Promise<boolean> {
      return (await waiting().select("runID").where("runID", "=", runID).executeTakeFirst()) !== undefined;
    },
    /** The files that can be sent now, oldest first. They are the oldest waiting file of each schedule. */
    async next(limit: number): Promise<StoredRun[]> {
      const rows = await first()
        .selectAll()
        .where((where) => where.or([where("sendRetryAt", "is", null), where("sendRetryAt", "<=", now)]))
        .orderBy("finishedAt")
        .orderBy("runID")
        .limit(limit)
        .execute();
      return rows.map(runOfRow);
    },
    /** Records that the endpoint has not accepted the file. Also renews the lease. False if the lease is lost. */
    postpone: (
      leaseID: string,
      runID: string,
      { problem, retryMs }: { problem: string; retryMs: number },
      leaseMs: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        if (!(await renew(on, leaseID, leaseMs))) return false;
        await on
          .updateTable("exportRuns")
          .set((builder) => ({
            sendFailures: builder("sendFailures", "+", 1),
            sendProblem: problem,
            sendRetryAt: leaseEnd(dialect, retryMs),
          }))
          .where("runID", "=", runID)
          .where("sendState", "=", "waiting")
          .execute();
        return true;
      }),
    /** Records that the endpoint has accepted the file. Also renews the lease. False if the lease is lost. */
    accept: (
      leaseID: string,
      runID: string,
      { leaseMs, event, nowMs }: { leaseMs: number; event: NewAuditEvent; nowMs: number },
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        if (!(await renew(on, leaseID, leaseMs))) return false;
        // The endpoint has the file now. So the run is marked as sent, even if a person stopped the sending meanwhile.
        await on
          .updateTable("exportRuns")
          .set({ sendState: "sent", sentAt: nowMs, sendProblem: null, sendRetryAt: null })
          .where("runID", "=", runID)
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
