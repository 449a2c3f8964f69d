import { AppError } from "#lib/contract/errors.ts";
import { progressOf } from "../jobs/next-turn.ts";
import { answerSandboxValue } from "../sandbox-values.ts";
import type { JobRecord } from "../store/job-store.ts";
import { iso, type ResourceContext } from "./resource-context.ts";

interface Page {
  limit: number;
  offset: number;
}

/** A job as the API writes it. */
export function writeJob(job: JobRecord) {
  return {
    jobID: job.jobID,
    type: job.type,
    status: job.status,
    progress: progressOf(job),
    steps: job.steps.map(({ name, state, startedMs, finishedMs }) => ({
      name,
      state,
      ...(startedMs === undefined ? {} : { startedAt: iso(startedMs) }),
      ...(finishedMs === undefined ? {} : { finishedAt: iso(finishedMs) }),
    })),
    customerID: job.customerID,
    ...(job.error === undefined ? {} : { error: job.error }),
    created: iso(job.createdMs),
    updated: iso(job.updatedMs),
  };
}

/** The list of jobs, the newest first (specification, section 4.6). */
export async function listJobs(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { jobs, total } = await context.store.jobs.list(context.environment, input);
  return { jobs: jobs.map(writeJob), total, ...input };
}

/** One job (specification, section 4.7). */
export async function getJob(options: { context: ResourceContext; jobID: string }) {
  const { context, jobID } = options;
  answerSandboxValue(context.environment, jobID, context.clock());
  const job = await context.store.jobs.find(context.environment, jobID);
  if (!job) throw new AppError("not_found", "There is no job with this ID.");
  return writeJob(job);
}

/** The list of webhooks, the newest first (specification, section 4.8). */
export async function listWebhooks(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { webhooks, total } = await context.store.webhooks.list(context.environment, input);
  const written = webhooks.map(({ webhookID, url, events, active, createdMs }) => ({
    webhookID,
    url,
    events,
    active,
    created: iso(createdMs),
  }));
  return { webhooks: written, total, ...input };
}

/** The list of numbers, the newest first (specification, section 4.9). */
export async function listNumbers(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { numbers, total } = await context.store.numbers.list(context.environment, input);
  const written = numbers.map(({ number, customerID, createdMs }) => ({ number, customerID, created: iso(createdMs) }));
  return { numbers: written, total, ...input };
}
