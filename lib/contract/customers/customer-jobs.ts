import { z } from "zod";
import { problemSchema } from "#lib/contract/errors.ts";
import { jobSchema } from "#lib/contract/job.ts";
import { answerAge } from "#lib/contract/list.ts";

/** A job that seems stuck, and the time of its last change; ISO 8601 in UTC. */
const stuckJobSchema = z.object({ jobID: z.string(), unchangedSince: z.string() });

/** A job that could not be read, and why. The job may still be running. */
const unreadableJobSchema = z.object({
  jobID: z.string(),
  code: problemSchema.shape.code,
  /** An explanation of the error, for people. */
  detail: z.string(),
  upstreamStatus: z.number().optional(),
});

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/jobs`: the customer's unfinished jobs, as far as the
 * console knows them. The API has no such list (specification, section 4.6). An unfinished job blocks changes of the
 * contract. There is one exception: the sender may name the blocking jobs in `overrideJobIDs` if each of them seems
 * stuck or cannot be read.
 */
export const customerJobsSchema = z.object({
  jobs: z.array(jobSchema),
  /** The jobs in `jobs` that seem stuck. */
  stuck: z.array(stuckJobSchema),
  /** The jobs that could not be read. `jobs` does not contain them. */
  unreadable: z.array(unreadableJobSchema),
  ...answerAge,
});

/** A job that a contract change may override, because it seems stuck or cannot be read. */
export type OverridableJob = z.infer<typeof stuckJobSchema> | z.infer<typeof unreadableJobSchema>;

export type CustomerJobs = z.infer<typeof customerJobsSchema>;
