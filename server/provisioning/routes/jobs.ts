import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { jobStatuses, jobStepNames } from "#server/provisioning/store/resources/job-store.ts";
import { refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { getJob } from "../services/get-job.ts";
import { listJobs } from "../services/list-jobs.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { commonAnswers, envelope, json, notFoundAnswer, pathID, upstreamAnswers } from "./answers.ts";
import { pageParameters } from "./parameters.ts";

const jobSchema = z
  .object({
    jobID: z.uuid(),
    type: z.literal("create-customer"),
    status: z.enum(jobStatuses),
    progress: z.int().min(0).max(100).openapi({ description: "Percent" }),
    steps: z.array(
      z.object({
        name: z.enum(jobStepNames),
        state: z.enum([...jobStatuses, "skipped"]),
        startedAt: z.iso.datetime().optional(),
        finishedAt: z.iso.datetime().optional(),
      }),
    ),
    customerID: z.uuid(),
    error: z.string().optional().openapi({ description: "Why it failed; on failed jobs only" }),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
  })
  .openapi("Job", {
    example: {
      jobID: "7d3c1f8a-9b24-4e61-8f05-2a6b7c8d9e0f",
      type: "create-customer",
      status: "running",
      progress: 40,
      steps: [
        {
          name: "validate",
          state: "succeeded",
          startedAt: "2026-11-20T09:30:00.000Z",
          finishedAt: "2026-11-20T09:30:00.600Z",
        },
        {
          name: "allocate",
          state: "succeeded",
          startedAt: "2026-11-20T09:30:00.600Z",
          finishedAt: "2026-11-20T09:30:02.100Z",
        },
        { name: "admin-user", state: "running", startedAt: "2026-11-20T09:30:02.100Z" },
        { name: "numbers", state: "queued" },
        { name: "activate", state: "queued" },
      ],
      customerID: "0b1f6d7e-3c52-4a55-9d0e-6b8f1c2d3e4f",
      created: "2026-11-20T09:30:00.000Z",
      updated: "2026-11-20T09:30:02.100Z",
    },
  });

/** `GET /jobs` (specification, section 4.6). */
const getJobs = createRoute({
  method: "get",
  path: "/jobs",
  summary: "List jobs",
  security: [{ Bearer: [] }],
  request: { query: z.strictObject(pageParameters) },
  responses: {
    200: {
      content: json(envelope("jobs", jobSchema).openapi("JobList")),
      description: "A page of jobs, the newest first",
    },
    ...commonAnswers,
  },
});

/** `GET /jobs/{jobID}` (specification, section 4.7). */
const getOneJob = createRoute({
  method: "get",
  path: "/jobs/{jobID}",
  summary: "Follow a job",
  security: [{ Bearer: [] }],
  request: { params: z.object({ jobID: pathID("jobID") }) },
  responses: {
    200: { content: json(jobSchema), description: "The job as it is now" },
    ...commonAnswers,
    ...notFoundAnswer,
    ...upstreamAnswers,
  },
});

export function createJobRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getJobs, async (c) => c.json(await listJobs({ context, input: c.req.valid("query") }), 200));
  router.openapi(getOneJob, async (c) => c.json(await getJob({ context, jobID: c.req.valid("param").jobID }), 200));
  return router;
}
