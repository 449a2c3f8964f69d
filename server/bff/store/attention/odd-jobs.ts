import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { markCondition } from "./handled.ts";

/** A job that failed or seems stuck, as the API last reported it. Times are milliseconds since 1970. */
export interface OddJob {
  jobID: string;
  state: "failed" | "stuck";
  type: string | null;
  customerID: string | null;
  /** When the job failed, or when it began to seem stuck. */
  since: number;
  /**
   * When the job last changed, according to the API. The value is the same for every replica. Null if the API gives no
   * time.
   */
  changedAt: string | null;
}

/** The maximum number of stored jobs per environment. It limits the disk space in case every job of an API fails. */
const maxKept = 10_000;

const columns = ["jobID", "state", "type", "customerID", "since", "changedAt"] as const;

/**
 * True if the API reported nothing new about the job. `since` is not compared, because each replica sets it by its own
 * clock.
 */
const isSame = (before: OddJob, job: OddJob) => columns.every((name) => name === "since" || before[name] === job[name]);

const markOf = (isHandled: boolean) =>
  markCondition("oddJobs", {
    kind: sql<string>`"oddJobs"."state" || '-job'`,
    itemID: sql.ref<string>("oddJobs.jobID"),
    cause: sql<string>`coalesce("oddJobs"."changedAt", '')`,
    isHandled,
  });

/**
 * The store of jobs that need attention. The console reads only the newest jobs of the API. Without this store, an
 * older job that still needs attention would disappear behind newer jobs. Database errors are passed on unchanged.
 */
export function createOddJobStore(db: Kysely<ConsoleSchema>) {
  return {
    /**
     * Updates the store from an answer of the API. `odd`: the jobs that need attention. `others`: jobs that need no
     * attention, so they are removed from the store. An unknown job that failed before `oldMs` is not added. A stored
     * failed job older than `oldMs` is removed after a person has marked it as handled.
     */
    async keep(
      environment: Environment,
      { odd, others }: { odd: readonly OddJob[]; others: readonly string[] },
      oldMs: number,
    ): Promise<void> {
      const ids = [...odd.map(({ jobID }) => jobID), ...others];
      if (ids.length === 0) return;
      const known = await db
        .selectFrom("oddJobs")
        .select(columns)
        .where("environment", "=", environment)
        .where("jobID", "in", ids)
        .execute();
      const knownByID = new Map(known.map((job) => [job.jobID, { ...job, since: Number(job.since) } as OddJob]));
      const changed = odd.filter((job) => {
        const before = knownByID.get(job.jobID);
        return before ? !isSame(before, job) : job.state === "stuck" || job.since >= oldMs;
      });
      const settled = others.filter((jobID) => knownByID.has(jobID));
      if (changed.length + settled.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        if (settled.length > 0) {
          await transaction
            .deleteFrom("oddJobs")
            .where("environment", "=", environment)
            .where("jobID", "in", settled)
            .execute();
        }
        await transaction
          .deleteFrom("oddJobs")
          .where("environment", "=", environment)
          .where("state", "=", "failed")
          .where("since", "<", oldMs)
          .where(markOf(true))
          .execute();
        const { total } = await transaction
          .selectFrom("oddJobs")
          .select(({ fn }) => fn.countAll().as("total"))
          .where("environment", "=", environment)
          .executeTakeFirstOrThrow();
        const stored = changed.filter(({ jobID }) => knownByID.has(jobID));
        const unknown = changed.filter(({ jobID }) => !knownByID.has(jobID)).toSorted((a, b) => b.since - a.since);
        const added = [...stored, ...unknown.slice(0, Math.max(0, maxKept - Number(total)))];
        if (added.length === 0) return;
        await transaction
          .insertInto("oddJobs")
          .values(added.map((job) => ({ environment, ...job })))
          .onConflict((conflict) =>
            conflict.columns(["environment", "jobID"]).doUpdateSet((row) => ({
              state: row.ref("excluded.state"),
              type: row.ref("excluded.type"),
              customerID: row.ref("excluded.customerID"),
              since: row.ref("excluded.since"),
              changedAt: row.ref("excluded.changedAt"),
            })),
          )
          .execute();
      });
    },
    /**
     * The stored jobs that belong to no operation of the console, newest first. `isHandled` selects handled jobs or
     * open jobs.
     */
    async list(
      environment: Environment,
      isHandled: boolean,
      limit: number,
    ): Promise<{ jobs: OddJob[]; total: number }> {
      const open = db
        .selectFrom("oddJobs")
        .where("oddJobs.environment", "=", environment)
        .where(markOf(isHandled))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("operations")
                .select("operations.operationID")
                .where("operations.environment", "=", environment)
                .whereRef("operations.jobID", "=", "oddJobs.jobID"),
            ),
          ),
        );
      const [jobs, { total }] = await Promise.all([
        open
          .select(columns)
          // Lists stuck jobs before failed jobs, because stuck jobs are more urgent.
          .orderBy("oddJobs.state", "desc")
          .orderBy("oddJobs.since", "desc")
          .orderBy("oddJobs.jobID")
          .limit(limit)
          .execute(),
        open.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow(),
      ]);
      return { jobs: jobs.map((job) => ({ ...job, since: Number(job.since) }) as OddJob), total: Number(total) };
    },
  };
}
