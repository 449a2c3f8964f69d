import { jobListQuerySchema, jobQuerySchema } from "#lib/contract/job.ts";
import { jobEventsQuerySchema } from "#lib/contract/job-events.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { watchJobs } from "#server/bff/jobs/live/watch-jobs.ts";
import { getJob } from "./get-job.ts";
import type { JobServices } from "./job-services.ts";
import { listCustomerJobs } from "./list-customer-jobs.ts";
import { listJobs } from "./list-jobs.ts";

const route = routeWith<JobServices>();

/**
 * The routes of jobs, part of the one table.
 *
 * Every reading of a job, from any part of the console, passes through assess-jobs.ts. It decides whether the job seems
 * stuck (stuck-job.ts), went back (job-change.ts) or is gone: four consecutive readings over at least 10 s did not find
 * it. Usual durations are learned from finished jobs (usual-times.ts). The tracker (job-tracker.ts) reads the jobs of
 * accepted writes until they end.
 *
 * Pages watch jobs through lib/live-jobs. One tab of a browser holds the stream of an environment and shares it with
 * the other tabs; if streams fail, the tab polls the jobs. On the server each watched job has one poller (`live`),
 * however many streams there are (docs/decisions/0010-live-jobs.md).
 */
export const jobRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/jobs",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => listCustomerJobs({ context, customerID: params.customerID }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs",
    policy: "viewer",
    input: { query: jobListQuerySchema },
    handler: (context, { query }) => listJobs({ context, input: query }),
  }),
  // Must come before the job's own route, which would take "events" for an ID.
  route({
    method: "GET",
    path: "/api/:environment/jobs/events",
    policy: "viewer",
    input: { query: jobEventsQuerySchema, repeated: ["id"] },
    countsAsActivity: false,
    handler: (context, { query }) => watchJobs({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs/:jobID",
    policy: "viewer",
    input: { query: jobQuerySchema },
    handler: (context, { params, query }) => getJob({ context, jobID: params.jobID, input: query }),
  }),
] as const;
