import { z } from "zod";
import { jobStates, jobStepStates } from "#lib/contract/values/job-states.ts";
import { answerAge, listEnvelope, pageQuery } from "./list.ts";

export type { JobState } from "#lib/contract/values/job-states.ts";

/** One step of a job, where the API tells them. */
export const jobStepSchema = z.object({
  name: z.string(),
  state: z.enum(jobStepStates),
  /** The API's own word for `state`; empty where it gave none. */
  stateText: z.string(),
  /** ISO 8601 instants in UTC. */
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});

export type JobStep = z.infer<typeof jobStepSchema>;

/** How the API told a job to stand. */
const jobLookSchema = z.object({
  state: z.enum(jobStates),
  stateText: z.string(),
  progress: z.number().min(0).max(1).optional(),
});

/** A job that went back: `at` is when the console saw it, ISO 8601 in UTC. */
export const jobSetbackSchema = z.object({ at: z.string(), from: jobLookSchema, to: jobLookSchema });

export type JobSetback = z.infer<typeof jobSetbackSchema>;

/**
 * The record of an asynchronous operation (specification, sections 1 and 4.7) as the console knows
 * it. Members that the API left out are absent, never invented; `raw` is the record as the API sent it.
 */
export const jobSchema = z.object({
  jobID: z.string(),
  state: z.enum(jobStates),
  /** The API's own word for `state`, unchanged; empty where it gave none. */
  stateText: z.string(),
  /** What kind of work it is, in the API's own word. */
  type: z.string().optional(),
  /** From 0 to 1, where the API tells it. */
  progress: z.number().min(0).max(1).optional(),
  steps: z.array(jobStepSchema),
  /** How many more steps the record has than are in `steps`. */
  stepsOmitted: z.number().optional(),
  customerID: z.string().optional(),
  /** The customer's name, where the console knows it: the API names none with a job. */
  companyName: z.string().optional(),
  /** Why it failed, in the API's own words. */
  reason: z.string().optional(),
  /** ISO 8601 instants in UTC. */
  created: z.string().optional(),
  updated: z.string().optional(),
  /** What the server makes of the job, by all that it saw of it. Since when an unfinished one stands still. */
  unchangedSince: z.string().optional(),
  /** The same instant, where it stands still for so long that it seems stuck. */
  stuckSince: z.string().optional(),
  /** The last times that it went back, the newest last; absent where it never did. */
  setbacks: z.array(jobSetbackSchema).optional(),
  /** Absent in lists, unless they are asked for it. */
  raw: z.record(z.string(), z.unknown()).optional(),
  /** True where the record is too large to be sent along: `raw` is empty then, and `whole=true` gives all of it. */
  rawOmitted: z.literal(true).optional(),
});

export type Job = z.infer<typeof jobSchema>;

/** The answer of `GET /api/{environment}/jobs`. */
export const jobListSchema = z.object({ jobs: z.array(jobSchema), ...listEnvelope });

export type JobList = z.infer<typeof jobListSchema>;

/** The query of `GET /api/{environment}/jobs`. */
export const jobListQuerySchema = z.strictObject({
  ...pageQuery,
  /** True for rows with all that the API says of them (`raw`), each bounded. */
  raw: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type JobListQuery = z.output<typeof jobListQuerySchema>;

/** The query of `GET /api/{environment}/jobs/{jobID}`. */
export const jobQuerySchema = z.strictObject({
  /** True for all that the API says about the job, however much; otherwise a record is bounded. */
  whole: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type JobQuery = z.output<typeof jobQuerySchema>;

/** The answer of `GET /api/{environment}/jobs/{jobID}`. */
export const jobAnswerSchema = z.object({ job: jobSchema, ...answerAge });

export type JobAnswer = z.infer<typeof jobAnswerSchema>;
