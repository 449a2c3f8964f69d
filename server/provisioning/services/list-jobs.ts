import type { Page, ResourceContext } from "./resource-context.ts";
import { writeJob } from "./write-job.ts";

/** Returns the list of jobs, newest first (specification, section 4.6). */
export async function listJobs(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { jobs, total } = await context.store.jobs.list(context.environment, input);
  return { jobs: jobs.map(writeJob), total, ...input };
}
