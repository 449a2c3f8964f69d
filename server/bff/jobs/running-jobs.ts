import { isAppError } from "#lib/contract/errors.ts";
import { isFinished, type Job } from "#lib/contract/job.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { idKey } from "#server/bff/customers/customer-directory.ts";

/** Which jobs of an environment were not over when they were last seen, by the customer that they are about. */
export interface RunningJobs {
  /** Remembers jobs that came past, as they are now. */
  note(jobs: readonly Pick<Job, "jobID" | "state" | "customerID">[]): void;
  /** Those of a customer, by their ID. */
  of(customerID: string): string[];
  /** When it came past for the first time, in milliseconds; undefined where it is not remembered. */
  firstSeen(jobID: string): number | undefined;
}

/** About 1 MB. Those that were seen longest ago leave first. */
const mostJobs = 5_000;

/**
 * A mere memory, made anew with each start: it tells which jobs are worth asking about, begun by whomever.
 * Those of the console's own writes are in the store.
 */
export function createRunningJobs(clock: Clock, most = mostJobs): RunningJobs {
  const known = new Map<string, { customer: string; firstSeenMs: number }>();
  return {
    note(jobs) {
      const nowMs = clock.now();
      for (const { jobID, state, customerID } of jobs) {
        const firstSeenMs = known.get(jobID)?.firstSeenMs ?? nowMs;
        known.delete(jobID);
        if (customerID !== undefined && !isFinished(state)) {
          known.set(jobID, { customer: idKey(customerID), firstSeenMs });
        }
      }
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
    of(customerID) {
      const key = idKey(customerID);
      return [...known].filter(([, { customer }]) => customer === key).map(([jobID]) => jobID);
    },
    firstSeen: (jobID) => known.get(jobID)?.firstSeenMs,
  };
}

/** The client, with every job that it reads noted. */
export function notingJobs(client: ApiClient, running: RunningJobs): ApiClient {
  return {
    ...client,
    async listJobs(query, call) {
      const page = await client.listJobs(query, call);
      running.note(page.jobs);
      return page;
    },
    async getJob(jobID, call) {
      try {
        const answer = await client.getJob(jobID, call);
        running.note([answer.job]);
        return answer;
      } catch (error) {
        // Without a customer it is forgotten: one that is not there must not be asked for with every look.
        if (isAppError(error) && error.code === "not_found") running.note([{ jobID, state: "unknown" }]);
        throw error;
      }
    },
  };
}
