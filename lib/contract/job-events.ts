import { z } from "zod";
import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import { problemSchema } from "./errors.ts";
import { jobSchema } from "./job.ts";
import { resourceIDSchema } from "./resource-id.ts";

/** The query of `GET /api/{environment}/jobs/events`. It contains `id` once for each job. */
export const jobEventsQuerySchema = z.strictObject({
  id: z
    .array(resourceIDSchema, { error: "must name at least one job" })
    .min(1)
    .max(maxStreamJobs, { error: `must name ${maxStreamJobs} jobs or fewer` })
    .transform((jobIDs) => [...new Set(jobIDs)].sort()),
});

export type JobEventsQuery = z.output<typeof jobEventsQuerySchema>;

/** The data of `event: job`: a job with its new state. Very large members are removed. */
export const jobEventSchema = jobSchema.extend({ asOf: z.string() });

/** The data of `event: checked`: the job was read again and has not changed. */
export const checkedEventSchema = z.object({ jobID: z.string(), asOf: z.string() });

/** The data of `event: problem`: the job could not be read. */
export const problemEventSchema = z.object({
  jobID: z.string(),
  code: problemSchema.shape.code,
  detail: z.string(),
  retryAt: z.string().optional(),
  /** Set if the stream will not read this job again, because the API does not know it. */
  final: z.literal(true).optional(),
});

export type ProblemEvent = z.infer<typeof problemEventSchema>;

/**
 * Why a stream ends: all its jobs have ended, the session has ended, the server is restarting, or the database could
 * not confirm the session for a minute.
 */
export const streamEnds = ["finished", "session_ended", "draining", "store_unavailable"] as const;

export type StreamEnd = (typeof streamEnds)[number];

/**
 * The data of `event: end`. The page must close the stream after this event. Otherwise the browser reconnects
 * automatically.
 */
export const streamEndSchema = z.object({ code: z.enum(streamEnds) });
