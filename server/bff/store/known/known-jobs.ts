import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { type Job, type JobState, jobSchema } from "#lib/contract/job.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The members of a job that a list shows. */
const listedSchema = jobSchema.pick({
  stateText: true,
  type: true,
  progress: true,
  customerID: true,
  created: true,
  updated: true,
});

/** A job as the API last reported it, without its steps. */
export type KnownJob = z.output<typeof listedSchema> & Pick<Job, "jobID" | "state">;

/** A job, and when an answer of the API showed it, in milliseconds since 1970. */
export interface SeenJob {
  job: KnownJob;
  seenAt: number;
}

/** The maximum number of stored jobs per environment. The oldest jobs are removed. */
const maxKept = 50_000;

/**
 * How long a job remains stored after its last stored reading, in milliseconds. Readings without a change are stored
 * once a day.
 */
export const knownJobMs = 365 * dayMs;

const rowSchema = z.object({ jobID: z.string(), state: z.enum(jobStates), job: jsonText(listedSchema) });

const createdMsOf = ({ job: { created }, seenAt }: SeenJob): number => {
  const ms = Date.parse(created ?? "");
  return Number.isNaN(ms) ? seenAt : ms;
};

/**
 * The jobs that answers of the API have shown. The API cannot filter its jobs, so a list that is filtered by state
 * comes from this store. Database errors are passed on unchanged.
 */
export function createKnownJobStore(db: Kysely<ConsoleSchema>) {
  return {
    /** Stores jobs. A reading that is older than the stored reading of a job changes nothing. */
    async keep(environment: Environment, seen: readonly SeenJob[]): Promise<void> {
      if (seen.length === 0) return;
      const rows = seen
        .map((one) => {
          const { jobID, state, ...job } = one.job;
          const times = { createdAt: createdMsOf(one), seenAt: one.seenAt };
          return { environment, jobID, state, job: JSON.stringify(job), ...times };
        })
        // All replicas lock the rows in the same order. Otherwise two replicas could wait for each other.
        .toSorted((a, b) => Number(a.jobID > b.jobID) - Number(a.jobID < b.jobID));
      await db
        .insertInto("knownJobs")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["environment", "jobID"])
            .doUpdateSet((row) => ({
              state: row.ref("excluded.state"),
              job: row.ref("excluded.job"),
              seenAt: row.ref("excluded.seenAt"),
            }))
            .whereRef("excluded.seenAt", ">=", "knownJobs.seenAt"),
        )
        .execute();
    },
    /** Removes the jobs whose last stored reading is older than `knownJobMs`, and the oldest jobs above the limit. */
    async removeOld(environment: Environment, nowMs: number, max = maxKept): Promise<void> {
      await db
        .deleteFrom("knownJobs")
        .where("environment", "=", environment)
        .where((builder) =>
          builder.or([
            builder("seenAt", "<", nowMs - knownJobMs),
            builder(
              "createdAt",
              "<",
              builder
                .selectFrom("knownJobs as newer")
                .select("newer.createdAt")
                .where("newer.environment", "=", environment)
                .orderBy("newer.createdAt", "desc")
                .limit(1)
                .offset(max - 1),
            ),
          ]),
        )
        .execute();
    },
    /**
     * A page of the stored jobs in these states, newest first. `total` is the number of jobs in these states, and
     * `recorded` is the number of all stored jobs.
     */
    async list(
      environment: Environment,
      { states, limit, offset }: { states: readonly JobState[]; limit: number; offset: number },
    ): Promise<{ jobs: KnownJob[]; total: number; recorded: number }> {
      const ofEnvironment = db.selectFrom("knownJobs").where("environment", "=", environment);
      const [rows, counts] = await Promise.all([
        ofEnvironment
          .select(["jobID", "state", "job"])
          .where("state", "in", [...states])
          .orderBy("createdAt", "desc")
          .orderBy("jobID")
          .limit(limit)
          .offset(offset)
          .execute(),
        ofEnvironment
          .select(["state", sql<number>`count(*)`.as("count")])
          .groupBy("state")
          .execute(),
      ]);
      const sum = (some: typeof counts) => some.reduce((all, { count }) => all + Number(count), 0);
      return {
        jobs: rows.map((row) => {
          const { job, ...key } = rowSchema.parse(row);
          return { ...key, ...job };
        }),
        total: sum(counts.filter(({ state }) => states.some((one) => one === state))),
        recorded: sum(counts),
      };
    },
  };
}
