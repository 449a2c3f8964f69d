import { z } from "zod";
import { customerJobsSchema } from "#lib/contract/customers/customer-jobs.ts";
import { type Job, jobAnswerSchema, jobListQuerySchema, jobListSchema, jobQuerySchema } from "#lib/contract/job.ts";
import { jobEventsQuerySchema } from "#lib/contract/job-events.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import type { JobServices } from "./job-services.ts";
import { listRecordedJobs } from "./list-recorded-jobs.ts";
import { boundJob } from "./live/bound-job.ts";
import { unfinishedJobs } from "./unfinished-jobs.ts";

const route = routeWith<JobServices>();

/**
 * The routes of jobs.
 *
 * Every answer of the API about a job passes through assess-jobs.ts. That module decides whether the job seems stuck
 * (stuck-job.ts), went back (job-change.ts) or is gone. A job is gone after four consecutive answers "not found" over
 * at least 10 s. Usual durations are learned from finished jobs (usual-times.ts). The tracker (job-tracker.ts) reads
 * the jobs of accepted writes until they end.
 *
 * Pages watch jobs through lib/live-jobs. One tab of a browser opens the stream of an environment and shares it with
 * the other tabs. If the stream fails, that tab polls the jobs. On the server, each watched job has one poller
 * (`live`), even if many streams include the job (docs/decisions/0010-live-jobs.md).
 */
export const jobRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/jobs",
    about: "The jobs that run on a customer, as far as the console knows. Includes jobs that cannot be read.",
    policy: "viewer",
    input: {},
    answer: customerJobsSchema,
    async handler(context, { params: { customerID } }) {
      const unfinished = await unfinishedJobs(context, customerID, requestAPI(context));
      const answers = unfinished.flatMap((one) => ("job" in one ? [one] : []));
      const unreadable = unfinished.flatMap((one) => {
        if ("job" in one) return [];
        const { code, message: detail, upstreamStatus } = one.error;
        return [{ jobID: one.jobID, code, detail, ...(upstreamStatus === undefined ? {} : { upstreamStatus }) }];
      });
      const times = answers.map(({ asOf }) => asOf).toSorted();
      const asOf = times[0] ?? new Date(context.services.clock.now()).toISOString();
      const stale = answers.find((answer) => answer.stale);
      const stuck = answers.flatMap(({ jobID, job: { stuckSince } }) =>
        stuckSince === undefined ? [] : { jobID, unchangedSince: stuckSince },
      );
      return { jobs: answers.map(({ job }) => job), stuck, unreadable, asOf, ...(stale && staleMembers(stale)) };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs",
    about:
      "A page of an environment's jobs without large members. Known customer names are added. With a filter, the jobs that this console has recorded.",
    policy: "viewer",
    input: { query: jobListQuerySchema },
    answer: jobListSchema,
    errors: apiErrors,
    async handler(context, { query: { raw, state, ...page } }) {
      if (state) return listRecordedJobs(context, { states: state, ...page });
      const { client, call } = requestAPI(context);
      const { services, environment } = context;
      const list = await client.listJobs(page, call);
      const jobs = await withCompanyNames(services.customerNames, environment, list.jobs.map(boundJob));
      return { ...list, jobs: raw ? jobs : jobs.map(withoutRaw) };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs/events",
    about: "Streams job changes as server-sent events. Each job has one poller for all streams.",
    policy: "viewer",
    input: { query: jobEventsQuerySchema, repeated: ["id"] },
    headers: { "Last-Event-ID": z.string().optional() },
    answer: {
      file: {
        "text/event-stream":
          "Server-sent events. An event `job` has a job as JSON, and an ID with which a new request continues. A comment comes every 15 seconds.",
      },
    },
    errors: ["draining", "too_many_streams", "too_many_streams 503"],
    countsAsActivity: false,
    async handler(context, { query }) {
      const { services, environment, session, requestHeaders, responseHeaders } = context;
      const stream = services.liveJobs.open({
        environment,
        sessionHash: session.sessionHash,
        jobIDs: query.id,
        lastEventID: requestHeaders.get("last-event-id"),
      });
      // Without this header, nginx buffers small parts of a response.
      responseHeaders.set("X-Accel-Buffering", "no");
      // Prevents proxies from compressing the stream, because compression also buffers it.
      responseHeaders.append("Cache-Control", "no-transform");
      return { contentType: "text/event-stream; charset=utf-8", ...stream };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/jobs/:jobID",
    about:
      "The current state of one job, with the customer's name if it is known. Large members are omitted unless the complete job is requested.",
    policy: "viewer",
    input: { query: jobQuerySchema },
    answer: jobAnswerSchema,
    errors: apiErrors,
    async handler(context, { params: { jobID }, query }) {
      const { client, call } = requestAPI(context);
      const { services, environment } = context;
      const answer = await client.getJob(jobID, call);
      const shown = query.whole ? answer.job : boundJob(answer.job);
      const [job] = await withCompanyNames(services.customerNames, environment, [shown]);
      return { ...answer, job: job as Job };
    },
  }),
] as const;
