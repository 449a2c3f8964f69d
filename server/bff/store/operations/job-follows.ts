import type { Kysely } from "kysely";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { settledEvent } from "./operation-audit.ts";
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
  /** The same for an operation whose job has ended: looks for what it has changed. */
  rescheduleVerification(operationID: string, dueAt: number | null): Promise<void>;
  /** Keeps what reading has shown of an accepted change whose job has succeeded, and records it in the audit log, once. */
  confirm(operationID: string, after: Contract, confirmedAt: number): Promise<void>;
  /** What the newest writes of a kind that succeeded took, in milliseconds; at most `most` of them. */
  tookMs(environment: Environment, kind: string, most: number): Promise<number[]>;
}

/** An API that names one job for everything it does would have all of them read with each news of it. */
const maxOfJob = 100;

export function createJobFollowStore(db: Kysely<ConsoleSchema>): JobFollowStore {
  const operation = (operationID: string, on: Kysely<ConsoleSchema> = db) =>
    on.updateTable("operations").where("operationID", "=", operationID);
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
      const row = await operation(operationID)
        .set((builder) => ({
          job: JSON.stringify(job),
          jobState: job.vanished && !isFinished(job.state) ? "vanished" : job.state,
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
    async rescheduleVerification(operationID, dueAt) {
      await operation(operationID).set({ followDueAt: dueAt }).where("jobFinishedAt", "is not", null).execute();
    },
    confirm: (operationID, after, confirmedAt) =>
      db.transaction().execute(async (transaction) => {
        const row = await operation(operationID, transaction)
          .set({ after: JSON.stringify(after), confirmedAt, followDueAt: null })
          .where("confirmedAt", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (row) await appendAudit(transaction, settledEvent(operationOfRow(row)), confirmedAt);
      }),
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
