import type { LookupHit } from "#lib/contract/console/lookup.ts";
import type { Job } from "#lib/contract/job.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { type LookupContext, type LookupPart, maxHits } from "./part.ts";
import { isShortOf, type ShortID } from "./short-id.ts";

/** The number of newest jobs that are compared with a short ID. */
const jobsRead = 100;

/** True if the API answers that the job does not exist or the ID is invalid. */
const isNoJob = (error: unknown) =>
  isAppError(error) &&
  (error.code === "not_found" || (error.code === "upstream_refused" && error.upstreamStatus === 400));

async function jobHit({ services, environment }: LookupContext, job: Job): Promise<LookupHit> {
  const { jobID, customerID, stateText, state } = job;
  const customer = customerID === undefined ? undefined : await services.known[environment].find(customerID);
  return {
    kind: "job",
    id: jobID,
    label: jobID,
    detail: [stateText || state, customer?.companyName].filter(Boolean).join(" · "),
    ...(customerID === undefined ? {} : { customerID }),
  };
}

/** Finds a job by its ID. */
export async function lookUpJob(context: LookupContext, jobID: string): Promise<LookupPart> {
  const { client, call } = context;
  const looked = { what: "jobs", by: "id", complete: true } as const;
  try {
    const answer = await client.getJob(jobID, call);
    return { hits: [await jobHit(context, answer.job)], looked, age: oldestAge([answer]) };
  } catch (error) {
    if (isNoJob(error)) return { hits: [], looked };
    throw error;
  }
}

/** Finds a job among the newest jobs by the short form of its ID. */
export async function lookUpJobByShortID(context: LookupContext, shortID: ShortID): Promise<LookupPart> {
  const { client, call } = context;
  const page = await client.listJobs({ limit: jobsRead, offset: 0 }, call);
  const { jobs, total } = page;
  const found = jobs.filter(({ jobID }) => isShortOf(shortID, jobID)).slice(0, maxHits);
  return {
    hits: await Promise.all(found.map((job) => jobHit(context, job))),
    looked: { what: "jobs", by: "search", complete: total <= jobs.length, total: found.length },
    age: oldestAge([page]),
  };
}
