import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { OddJob } from "#server/bff/store/attention/odd-jobs.ts";
import type { JobServices } from "./job-services.ts";

/** The maximum number of listed jobs. Further jobs are counted but not listed. */
const maxListed = 50;

/**
 * The maximum number of stuck jobs that one run reads again. Only stuck jobs that are not among the newest jobs are
 * read again.
 */
const maxReadAgain = 5;

type Services = Pick<JobServices, "clock" | "clients" | "store" | "customerNames" | "recentJobs">;

/**
 * The maximum length of an ID or a type. A job with a longer ID is not listed. A longer customer ID or type is cut, and
 * NUL characters are removed from it, because the store rejects them.
 */
const maxTextLength = 500;
const storable = (text: string) => text.replaceAll("\0", "").slice(0, maxTextLength);

const changedAt = ({ updated, created }: Job) => updated ?? created ?? null;

/**
 * The entry for a job that needs attention. Undefined if the job does not need attention, or if its ID cannot be
 * stored.
 */
function oddJobOf(job: Job, nowMs: number): OddJob | undefined {
  const { jobID, type = null, customerID = null, stuckSince, state } = job;
  if (stuckSince === undefined && state !== "failed") return undefined;
  if (jobID.includes("\0") || jobID.length > maxTextLength) return undefined;
  const ms = Date.parse(stuckSince ?? changedAt(job) ?? "");
  return {
    jobID,
    state: stuckSince === undefined ? "failed" : "stuck",
    type: type && storable(type),
    customerID: customerID && storable(customerID),
    since: Number.isNaN(ms) ? nowMs : ms,
    changedAt: changedAt(job),
  };
}

/**
 * How old a failure may be when the console first reads the job, in milliseconds. An older failure needs no attention.
 */
const newsForMs = 7 * dayMs;

/**
 * Jobs that failed or seem stuck and that belong to no operation of this console. Other clients of the API start such
 * jobs.
 */
export function jobAttention(services: Services): AttentionSource {
  const { clock, store, customerNames, recentJobs } = services;
  /** When each stuck job was last read again, by environment and job. The job with the earliest time is next. */
  const readAgainAt = new Map<Environment, ReadonlyMap<string, number>>();

  async function keep(environment: Environment, jobs: readonly Job[], gone: readonly string[] = []): Promise<void> {
    const nowMs = clock.now();
    const odd = jobs.flatMap((job) => oddJobOf(job, nowMs) ?? []);
    const oddIDs = new Set(odd.map(({ jobID }) => jobID));
    const others = [...jobs.map(({ jobID }) => jobID).filter((jobID) => !oddIDs.has(jobID)), ...gone];
    await store.oddJobs.keep(environment, { odd, others }, nowMs - newsForMs);
  }

  /**
   * Reads some of the stuck jobs again, because they may have ended. Only jobs that are not among the newest jobs are
   * read.
   */
  async function readAgain(environment: Environment, read: ReadonlySet<string>, requestID: string): Promise<void> {
    const client = services.clients.get(environment);
    if (!client) return;
    const { jobs } = await store.oddJobs.list(environment, false, maxListed);
    const stuck = jobs.filter(({ jobID, state }) => state === "stuck" && !read.has(jobID));
    const before = readAgainAt.get(environment);
    const times = new Map(stuck.map(({ jobID }) => [jobID, before?.get(jobID) ?? 0]));
    readAgainAt.set(environment, times);
    const due = stuck.toSorted((a, b) => (times.get(a.jobID) ?? 0) - (times.get(b.jobID) ?? 0));
    for (const job of due.slice(0, maxReadAgain)) {
      times.set(job.jobID, clock.now());
      try {
        const { job: now } = await client.getJob(job.jobID, { requestID, caller: "overview" });
        await keep(environment, [now]);
      } catch (thrown) {
        // If the job cannot be read for another reason, it stays in the list.
        if (isAppError(thrown) && thrown.code === "not_found") await keep(environment, [], [job.jobID]);
      }
    }
  }

  /** Reads the newest jobs and stores the jobs that need attention. Returns the error if reading failed. */
  async function readNewest(environment: Environment, requestID: string): Promise<unknown> {
    try {
      const { jobs } = await recentJobs.read(environment, requestID);
      await keep(environment, jobs);
      await readAgain(environment, new Set(jobs.map(({ jobID }) => jobID)), requestID);
    } catch (thrown) {
      return thrown;
    }
  }

  function itemOf(environment: Environment, job: OddJob, companyName: string | undefined): OpenItem {
    const { jobID, state, type, customerID, since, changedAt: cause } = job;
    const name = companyName ?? (customerID === null ? undefined : shortenMiddle(customerID));
    return {
      kind: state === "failed" ? "failed-job" : "stuck-job",
      id: jobID,
      environment,
      title: name ?? type ?? shortenMiddle(jobID),
      href: pages.job(environment, jobID),
      since: new Date(since).toISOString(),
      ...(type !== null && { what: type }),
      ...(customerID !== null && { customerID }),
      ...(cause !== null && { cause }),
    };
  }

  return {
    name: "jobs",
    kinds: ["stuck-job", "failed-job"],
    async list({ environment, requestID, withoutAPI, isHandled }) {
      const failure = withoutAPI ? undefined : await readNewest(environment, requestID);
      const { jobs, total } = await store.oddJobs.list(environment, isHandled, maxListed);
      const unnamed = jobs.map((job): { job: OddJob; jobID: string; customerID?: string; companyName?: string } => {
        const { jobID, customerID } = job;
        return { job, jobID, ...(customerID !== null && { customerID }) };
      });
      const named = await withCompanyNames(customerNames, environment, unnamed);
      const items = named.map(({ job, companyName }) => itemOf(environment, job, companyName));
      const coverage = recentJobs.last(environment)?.coverage;
      return { items, total, ...(coverage && { coverage }), ...(failure !== undefined && { failure }) };
    },
  };
}
