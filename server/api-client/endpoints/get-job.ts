import type { Job } from "#lib/contract/job.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { normaliseOneJob } from "#server/api-client/normalise/job.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { mapNotFound, type ReadContext } from "./read-page.ts";

/** Reads one job (`GET /jobs/{jobID}`, specification, section 4.7). Throws `not_found` if the job does not exist. */
export function getJob(
  { environment, performCall }: ReadContext,
  jobID: string,
  call: CallContext,
): Promise<{ job: Job } & Freshness> {
  const parse = (json: unknown) => ({ job: normaliseOneJob(json, environment, jobID) });
  return mapNotFound(
    performCall({ method: "GET", path: `/jobs/${encodeURIComponent(jobID)}`, template: "/jobs/{jobID}", parse }, call),
    ({ errors }) =>
      new AppError("not_found", `The ${environment} API has no job with this ID.`, { upstreamStatus: 404, errors }),
  );
}
