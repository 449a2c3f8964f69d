import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { awaitedEffect } from "./operation-effects.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** What was seen of an operation's job. */
export interface JobSnapshot {
  job: OperationJob;
  /** The customer that the job names; kept where the operation has none. */
  customerID?: string | undefined;
  /** When the job ended; absent while it has not. */
  finishedAt?: number | undefined;
  /** From sending to a good end, in milliseconds. */
  tookMs?: number | undefined;
  /** Since when the API does not know the job. */
  missingSince?: number | undefined;
  /** When to read again; null: never. */
  dueAt: number | null;
}

/** The jobs behind writes that the API has accepted. Errors of the database come as they are. */
export interface JobFollowStore {
  /** Operations whose job is to be read, each given to one caller only until `untilMs`; longest due first. */
  takeDue(nowMs: number, untilMs: number, most: number): Promise<StoredOperation[]>;
  /** Those of a job, unfinished ones only. */
  ofJob(environment: Environment, jobID: string): Promise<StoredOperation[]>;
  /** Keeps what was seen, unless the job's end is known already; null then. */
  keep(operationID: string, seen: JobSnapshot): Promise<StoredOperation | null>;
  /** Reads again at `dueAt` (null: never), unless the job's end was seen meanwhile. */
  reschedule(operationID: string, dueAt: number | null): Promise<void>;
  /** Reads no more for an operation whose job has ended. */
  endFollowing(operationID: string): Promise<void>;
  /** What the newest writes of a kind that succeeded took, in milliseconds; at most `most` of them. */
  tookMs(environment: Environment, kind: string, most: number): Promise<number[]>;
}

/** An API that names one job for everything it does would have all of them read with each news of it. */
const maxOfJob = 100;

export function createJobFollowStore(db: Kysely<ConsoleSchema>): JobFollowStore {
  const operation = (operationID: string) => db.updateTable("operations").where("operationID", "=", operationID);
  return {
    async takeDue(nowMs, untilMs, most) {
      const due = await db
        .selectFrom("operations")
        .select(["operationID", "followDueAt"])
        .where("followDueAt", "<=", nowMs)
        .orderBy("followDueAt")
        .orderBy("operationID")
        .limit(most)
        .execute();
      const taken: StoredOperation[] = [];
      for (const seen of due) {
        const row = await operation(seen.operationID)
          .set({ followDueAt: untilMs })
          .where("followDueAt", "=", seen.followDueAt)
          .returningAll()
          .executeTakeFirst();
        if (row) taken.push(operationOfRow(row));
      }
      return taken;
    },
    async ofJob(environment, jobID) {
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
    async keep(operationID, { job, customerID, finishedAt, tookMs, missingSince, dueAt }) {
      const seenMs = Date.parse(job.seenAt);
      const jobState = job.vanished && !isFinished(job.state) ? "vanished" : job.state;
      const row = await operation(operationID)
        .set((builder) => ({
          // The verifier reads at once what a job has just done.
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
      return row ? operationOfRow(row) : null;
    },
    async reschedule(operationID, dueAt) {
      await operation(operationID).set({ followDueAt: dueAt }).where("jobFinishedAt", "is", null).execute();
    },
    async endFollowing(operationID) {
      await operation(operationID).set({ followDueAt: null }).where("jobFinishedAt", "is not", null).execute();
    },
    async tookMs(environment, kind, most) {
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
