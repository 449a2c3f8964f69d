import { AppError } from "#lib/contract/operations/app-error.ts";
import { answerSandboxValue } from "../sandbox-values.ts";
import type { ResourceContext } from "./resource-context.ts";
import { writeJob } from "./write-job.ts";

/** Returns one job (specification, section 4.7). Throws `not_found` if the job does not exist. */
export async function getJob(options: { context: ResourceContext; jobID: string }) {
  const { context, jobID } = options;
  answerSandboxValue(context.environment, jobID, context.clock());
  const job = await context.store.jobs.find(context.environment, jobID);
  if (!job) throw new AppError("not_found", "There is no job with this ID.");
  return writeJob(job);
}
