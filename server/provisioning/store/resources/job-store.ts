import type { Kysely } from "kysely";
import { z } from "zod";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import type { JobTable } from "#server/provisioning/store/schema/resource-schema.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";

/** The steps of a creation, in their order. The specification does not define them. */
export const jobStepNames = ["validate", "allocate", "admin-user", "numbers", "activate"] as const;

export type JobStepName = (typeof jobStepNames)[number];

/** The states of a job and of its steps. Only a step can be `skipped`. The specification does not define the states. */
export const jobStatuses = ["queued", "running", "succeeded", "failed"] as const;

const jobStepsSchema = z.array(
  z.object({
    name: z.enum(jobStepNames),
    state: z.enum([...jobStatuses, "skipped"]),
    startedMs: z.number().optional(),
    finishedMs: z.number().optional(),
  }),
);

export type JobStep = z.infer<typeof jobStepsSchema>[number];

const endingSchema = z.object({ kind: z.enum(["fail", "stall"]), step: z.enum(jobStepNames) });

/** How and at which step a sandbox value makes a job fail or stall. */
export type JobEnding = z.infer<typeof endingSchema>;

/** A job as it is stored. Instants are milliseconds since 1970. */
export interface JobRecord {
  jobID: string;
  type: "create-customer";
  status: (typeof jobStatuses)[number];
  customerID: string;
  steps: JobStep[];
  ending?: JobEnding;
  /** Why the job failed. */
  error?: string;
  /** Incremented with every change of the job. */
  revision: number;
  /** The number of unexpected failures of the current step. */
  failures: number;
  createdMs: number;
  updatedMs: number;
  /** When the next turn (the work for one step) is due. Missing if the job is finished or stalled. */
  dueMs?: number;
}

/**
 * One turn of a job, that is, the work for one step. A process may run the turn only if the job still has this
 * revision.
 */
export interface JobTurn {
  environment: Environment;
  jobID: string;
  revision: number;
}

const rowsPerInsert = 500;

function toRow(environment: Environment, job: JobRecord, seeded: boolean): JobTable {
  return {
    environment,
    job_id: job.jobID,
    type: job.type,
    status: job.status,
    customer_id: job.customerID,
    steps: JSON.stringify(job.steps),
    ending: job.ending === undefined ? null : JSON.stringify(job.ending),
    error: job.error ?? null,
    revision: job.revision,
    failures: job.failures,
    created: job.createdMs,
    updated: job.updatedMs,
    due: job.dueMs ?? null,
    seeded: seeded ? 1 : 0,
  };
}

function toRecord(row: JobTable): JobRecord {
  return {
    jobID: row.job_id,
    type: "create-customer",
    status: z.enum(jobStatuses).parse(row.status),
    customerID: row.customer_id,
    steps: jobStepsSchema.parse(JSON.parse(row.steps)),
    ...(row.ending === null ? {} : { ending: endingSchema.parse(JSON.parse(row.ending)) }),
    ...(row.error === null ? {} : { error: row.error }),
    revision: row.revision,
    failures: row.failures,
    createdMs: row.created,
    updatedMs: row.updated,
    ...(row.due === null ? {} : { dueMs: row.due }),
  };
}

/** Adds `distanceMs` to all times in a job's stored steps. */
export function shiftStepTimes(kept: string, distanceMs: number): string {
  const moved = jobStepsSchema.parse(JSON.parse(kept)).map(({ startedMs, finishedMs, ...step }) => ({
    ...step,
    ...(startedMs === undefined ? {} : { startedMs: startedMs + distanceMs }),
    ...(finishedMs === undefined ? {} : { finishedMs: finishedMs + distanceMs }),
  }));
  return JSON.stringify(moved);
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Creates the store of the jobs of both environments, on SQLite or Postgres. */
export function createJobStore(db: Kysely<ProvisioningSchema>) {
  return {
    /**
     * Returns one page of an environment's jobs, newest first, and the total number of jobs (specification, section
     * 4.6).
     */
    async list(
      environment: Environment,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ jobs: JobRecord[]; total: number }> {
      const jobs = db.selectFrom("jobs").where("environment", "=", environment);
      const { total } = await jobs.select(db.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await jobs
        .selectAll()
        .orderBy("created", "desc")
        .orderBy("job_id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return { jobs: rows.map(toRecord), total };
    },

    /** Returns one job (specification, section 4.7). Undefined if the job does not exist. */
    async find(environment: Environment, jobID: string): Promise<JobRecord | undefined> {
      const row = await db
        .selectFrom("jobs")
        .selectAll()
        .where("environment", "=", environment)
        .where("job_id", "=", jobID)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async insert(environment: Environment, jobs: readonly JobRecord[], seeded: boolean): Promise<void> {
      for (let start = 0; start < jobs.length; start += rowsPerInsert) {
        const rows = jobs.slice(start, start + rowsPerInsert).map((job) => toRow(environment, job, seeded));
        await db.insertInto("jobs").values(rows).execute();
      }
    },

    /**
     * Stores `job` if its revision is one above the stored revision. Otherwise returns false and changes nothing,
     * because another process has changed the job.
     */
    async advance(environment: Environment, job: JobRecord): Promise<boolean> {
      const row = toRow(environment, job, false);
      const result = await db
        .updateTable("jobs")
        .set({
          status: row.status,
          steps: row.steps,
          error: row.error,
          revision: row.revision,
          failures: row.failures,
          updated: row.updated,
          due: row.due,
        })
        .where("environment", "=", environment)
        .where("job_id", "=", job.jobID)
        .where("revision", "=", job.revision - 1)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) === 1;
    },

    /**
     * Returns the job turns that are due at `nowMs`, in all environments. The turn that has waited longest comes first.
     */
    async due(nowMs: number, limit: number): Promise<JobTurn[]> {
      const rows = await db
        .selectFrom("jobs")
        .select(["environment", "job_id", "revision"])
        .where("due", "<=", nowMs)
        .orderBy("due")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        environment: environmentSchema.parse(row.environment),
        jobID: row.job_id,
        revision: row.revision,
      }));
    },

    /** Returns when the next job turn in any environment is due. Undefined if no job has a next turn. */
    async nextDueMs(): Promise<number | undefined> {
      const row = await db
        .selectFrom("jobs")
        .select("due")
        .where("due", "is not", null)
        .orderBy("due")
        .limit(1)
        .executeTakeFirst();
      return row?.due ?? undefined;
    },
  };
}
