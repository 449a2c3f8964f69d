import { z } from "zod";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { answerAge } from "#lib/contract/list.ts";

/** A job that seems stuck, and when it last changed: ISO 8601 in UTC. */
const stuckJobSchema = z.object({ jobID: z.string(), unchangedSince: z.string() });

/** A job that could not be read, and why. It may still be running. */
const unreadableJobSchema = z.object({
  jobID: z.string(),
  code: problemSchema.shape.code,
  /** A sentence for people. */
  detail: z.string(),
  upstreamStatus: z.number().optional(),
});

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/jobs`: the customer's unfinished jobs that the console
 * knows of. The API has no such list (specification, section 4.6). While there is one, the contract cannot be changed,
 * except if all such jobs seem stuck or cannot be read, and the sender names them in `overrideJobIDs`.
 */
export const customerJobsSchema = z.object({
  jobs: z.array(jobSchema),
  /** Those of `jobs` that seem stuck. */
  stuck: z.array(stuckJobSchema),
  /** Those that could not be read; they are not among `jobs`. */
  unreadable: z.array(unreadableJobSchema),
  ...answerAge,
});

/** A job that a change of contract may override: one that seems stuck, or one that cannot be read. */
export type OverridableJob = z.infer<typeof stuckJobSchema> | z.infer<typeof unreadableJobSchema>;

export type CustomerJobs = z.infer<typeof customerJobsSchema>;
