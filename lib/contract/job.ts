import { z } from "zod";
import { jobStates, jobStepStates } from "#lib/contract/values/job-states.ts";
import { answerAge, listEnvelope, pageQuery } from "./list.ts";

export type { JobState } from "#lib/contract/values/job-states.ts";

/** One step of a job, if the API provides steps. */
export const jobStepSchema = z.object({
  name: z.string(),
  state: z.enum(jobStepStates),
  /** The API's own text for `state`; empty if the API sent no state. */
  stateText: z.string(),
  /** ISO 8601 in UTC, like `finishedAt`. */
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
});

export type JobStep = z.infer<typeof jobStepSchema>;

/** The state of a job as the API reported it. */
const jobLookSchema = z.object({
  state: z.enum(jobStates),
  stateText: z.string(),
  progress: z.number().min(0).max(1).optional(),
});

/**
 * A setback: the job moved back from the state `from` to the state `to`. `at` is the time when the console detected it;
 * ISO 8601 in UTC.
 */
export const jobSetbackSchema = z.object({ at: z.string(), from: jobLookSchema, to: jobLookSchema });

export type JobSetback = z.infer<typeof jobSetbackSchema>;

/**
 * An asynchronous operation of the API (specification, sections 1 and 4.7) as the console represents it. A member is
 * absent if the API did not send it; the console never invents a value. `raw` is the record as the API sent it.
 */
export const jobSchema = z.object({
  jobID: z.string(),
  state: z.enum(jobStates),
  /** The API's own text for `state`, unchanged; empty if the API sent no state. */
  stateText: z.string(),
  /** The type of the job, exactly as the API names it. */
  type: z.string().optional(),
  /** A number from 0 to 1, if the API sends it. */
  progress: z.number().min(0).max(1).optional(),
  steps: z.array(jobStepSchema),
  /** The number of steps that are missing from `steps`, because the job has too many steps. */
  stepsOmitted: z.number().optional(),
  customerID: z.string().optional(),
  /** The customer's name, if the console knows it. The API does not send a name with a job. */
  companyName: z.string().optional(),
  /** Why the job failed, in the API's words. */
  reason: z.string().optional(),
  /** ISO 8601 in UTC. */
  created: z.string().optional(),
  updated: z.string().optional(),
  /** When the server last detected a change of this unfinished job. */
  unchangedSince: z.string().optional(),
  /** Set if nothing has changed for so long that the job seems stuck. The value is the same as `unchangedSince`. */
  stuckSince: z.string().optional(),
  /** The latest setbacks, newest last; absent if there were none. */
  setbacks: z.array(jobSetbackSchema).optional(),
  /** Present if the request asked for it, or if the answer contains a single job. */
  raw: z.record(z.string(), z.unknown()).optional(),
  /**
   * Set if the record is too large for this answer. `raw` is then empty. A request with `whole=true` returns the
   * complete record.
   */
  rawOmitted: z.literal(true).optional(),
});

export type Job = z.infer<typeof jobSchema>;

/** The answer of `GET /api/{environment}/jobs`. */
export const jobListSchema = z.object({
  jobs: z.array(jobSchema),
  ...listEnvelope,
  /**
   * Present if the list is filtered. A filtered list contains only jobs from the store of known jobs. `jobs`: the
   * number of known jobs in any state. `total`: the number of jobs at the API. `total` is absent if the API has not
   * answered.
   */
  recorded: z.object({ jobs: z.number(), total: z.number().optional() }).optional(),
});

export type JobList = z.infer<typeof jobListSchema>;

/** The query of `GET /api/{environment}/jobs`. */
export const jobListQuerySchema = z.strictObject({
  ...pageQuery,
  /**
   * One or more states, separated by commas. Lists only the known jobs in these states. If absent, lists the API's
   * jobs.
   */
  state: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(jobStates, { error: `must be of ${jobStates.join(", ")}` })))
    .optional(),
  /** True to include the API's record of each row (`raw`). Records that are too large are omitted. */
  raw: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type JobListQuery = z.output<typeof jobListQuerySchema>;

/** The query of `GET /api/{environment}/jobs/{jobID}`. */
export const jobQuerySchema = z.strictObject({
  /** True to return the API's complete record of the job. Otherwise a record that is too large is omitted. */
  whole: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
});

export type JobQuery = z.output<typeof jobQuerySchema>;

/** The answer of `GET /api/{environment}/jobs/{jobID}`. */
export const jobAnswerSchema = z.object({ job: jobSchema, ...answerAge });

export type JobAnswer = z.infer<typeof jobAnswerSchema>;
