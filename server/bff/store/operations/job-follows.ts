import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { awaitedEffect } from "./operation-effects.ts";
import { notifyOfOperation } from "./operation-own-notifications.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** What the API answered about the job of an operation. */
export interface JobSnapshot {
  job: OperationJob;
  /** The customer that the job names. Stored if the operation has no customer yet. */
  customerID?: string | undefined;
  /** When the job ended. Missing while the job runs. */
  finishedAt?: number | undefined;
  /** The time from sending the write until its job succeeded, in milliseconds. */
  tookMs?: number | undefined;
  /** The time since which the API no longer finds the job. */
  missingSince?: number | undefined;
  /** When to read the job again. Null: never. */
  dueAt: number | null;
}

/**
 * The maximum number of operations that are read for one job. Without this limit, an API that returns the same job for
 * every write would cause very large reads.
 */
const maxOfJob = 100;

/** The store for tracking the jobs of accepted writes. Database errors are passed on unchanged. */
export function createJobFollowStore(db: Kysely<ConsoleSchema>) {
  const operation = (operationID: string) => db.updateTable("operations").where("operationID", "=", operationID);
  return {
    /**
     * Takes operations whose job is due to be read, longest overdue first. Until `untilMs`, no other caller gets the
     * same operations.
     */
    async takeDue(nowMs: number, untilMs: number, most: number): Promise<StoredOperation[]> {
      const due = await db
        .selectFrom("operations")
        .select(["operationID", "followDueAt"])
        .where("followDueAt", "<=", nowMs)
        .orderBy("followDueAt")
        .orderBy("operationID")
        .limit(most)
        .execute();
      const taken: StoredOperation[] = [];
      for (const dueRow of due) {
        const row = await operation(dueRow.operationID)
          .set({ followDueAt: untilMs })
          .where("followDueAt", "=", dueRow.followDueAt)
          .returningAll()
          .executeTakeFirst();
        if (row) taken.push(operationOfRow(row));
      }
      return taken;
    },
    /** When the next job is due to be read, in milliseconds since 1970. Null if no job is followed. */
    async nextDueAt(): Promise<number | null> {
      const next = await db
        .selectFrom("operations")
        .select("followDueAt")
        .where("followDueAt", "is not", null)
        .orderBy("followDueAt")
        .limit(1)
        .executeTakeFirst();
      return next?.followDueAt ?? null;
    },
    /** The unfinished operations of a job. */
    async ofJob(environment: Environment, jobID: string): Promise<StoredOperation[]> {
      const rows = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("jobID", "=", jobID)
        .where("jobFinishedAt", "is", null)
        .limit(maxOfJob)
        .execute();
      return rows.map(operationOfRow);
    },
    /** Stores the API's answer about the job. If the job has already ended, changes nothing and returns null. */
    keep: (
      operationID: string,
      { job, customerID, finishedAt, tookMs, missingSince, dueAt }: JobSnapshot,
    ): Promise<StoredOperation | null> =>
      db.transaction().execute(async (transaction) => {
        const seenMs = Date.parse(job.seenAt);
        const jobState = job.vanished && !isFinished(job.state) ? "vanished" : job.state;
        const row = await transaction
          .updateTable("operations")
          .where("operationID", "=", operationID)
          .set((builder) => ({
            // The job may have changed the customer, so the effect is verified immediately.
            ...awaitedEffect({ customerID, jobState }, seenMs, seenMs),
            job: JSON.stringify(job),
            jobState,
            customerID: builder.fn.coalesce("customerID", builder.val(customerID ?? null)),
            jobFinishedAt: finishedAt ?? null,
            tookMs: tookMs ?? null,
            jobMissingSince: missingSince ?? null,
            followDueAt: dueAt,
          }))
          .where("jobFinishedAt", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        const kept = operationOfRow(row);
        if (row.outcome === "failed") notifyOfOperation(transaction, kept, "failed", seenMs);
        return kept;
      }),
    /** Schedules the next read of the job at `dueAt` (null: never). Does nothing if the job has ended. */
    async reschedule(operationID: string, dueAt: number | null): Promise<void> {
      await operation(operationID).set({ followDueAt: dueAt }).where("jobFinishedAt", "is", null).execute();
    },
    /** Stops reading a job that has ended. */
    async endFollowing(operationID: string): Promise<void> {
      await operation(operationID).set({ followDueAt: null }).where("jobFinishedAt", "is not", null).execute();
    },
    /** The durations of the newest successful writes of this kind, in milliseconds. At most `most` values. */
    async tookMs(environment: Environment, kind: string, most: number): Promise<number[]> {
      const rows = await db
        .selectFrom("operations")
        .select("tookMs")
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("tookMs", "is not", null)
        .orderBy("createdAt", "desc")
        .limit(most)
        .execute();
      return rows.flatMap((row) => row.tookMs ?? []);
    },
  };
}
