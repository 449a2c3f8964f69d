import { z } from "zod";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { answerAge } from "#lib/contract/list.ts";

/** A job that seems stuck, and when it last changed: ISO 8601 in UTC. */
const stuckJobSchema = z.object({ jobID: z.string(), unchangedSince: z.string() });

/** A job that could not be read, and why. The job may still be running. */
const unreadableJobSchema = z.object({
  jobID: z.string(),
  code: problemSchema.shape.code,
  /** A sentence for people. */
  detail: z.string(),
  upstreamStatus: z.number().optional(),
});

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/jobs`: the customer's unfinished jobs that the console
 * knows. The API has no such list (specification, section 4.6).
 *
 * The contract cannot be changed while the customer has an unfinished job, with one exception: all unfinished jobs seem
 * stuck or cannot be read, and the sender names them in `overrideJobIDs`.
 */
export const customerJobsSchema = z.object({
  jobs: z.array(jobSchema),
  /** The jobs among `jobs` that seem stuck. */
  stuck: z.array(stuckJobSchema),
  /** The jobs that could not be read. They are not among `jobs`. */
  unreadable: z.array(unreadableJobSchema),
  ...answerAge,
});

/** A job that a change of contract may override: it seems stuck or cannot be read. */
export type OverridableJob = z.infer<typeof stuckJobSchema> | z.infer<typeof unreadableJobSchema>;

export type CustomerJobs = z.infer<typeof customerJobsSchema>;
