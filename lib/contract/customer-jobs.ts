import { z } from "zod";
import { jobSchema } from "./job.ts";
import { answerAge } from "./list.ts";

/** A job that looks stuck, and since when nothing about it is known to have changed: ISO 8601 in UTC. */
const stuckJobSchema = z.object({ jobID: z.string(), unchangedSince: z.string() });

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/jobs`: the jobs on a customer that are not
 * over, of those that the console knows of. The API has no such list (specification, section 4.6). While
 * there is one the customer's contract is left alone.
 */
export const customerJobsSchema = z.object({
  jobs: z.array(jobSchema),
  /** Those that look stuck: a change of contract may be sent in spite of these, by who names them in `despiteJobs`. */
  stuck: z.array(stuckJobSchema),
  ...answerAge,
});

export type StuckJob = z.infer<typeof stuckJobSchema>;

export type CustomerJobs = z.infer<typeof customerJobsSchema>;
