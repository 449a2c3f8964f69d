import type { Job } from "#lib/contract/job.ts";
import { jobRows } from "#server/api-client/normalise/job.ts";
import type { PageFacts } from "#server/api-client/normalise/list.ts";
import type { CallContext, Freshness } from "#server/api-client/perform-call.ts";
import { type PageQuery, type ReadContext, readPage } from "./read-page.ts";

/** A page of jobs in the canonical model. */
export interface JobPage extends PageFacts, Freshness {
  jobs: Job[];
}

/** Reads one page of jobs (`GET /jobs`, specification, section 4.6). */
export async function listJobs(context: ReadContext, query: PageQuery, call: CallContext): Promise<JobPage> {
  const { rows, mayBeWhole: _, ...facts } = await readPage(context, { path: "/jobs", ...query, kind: jobRows }, call);
  return { jobs: rows, ...facts };
}
