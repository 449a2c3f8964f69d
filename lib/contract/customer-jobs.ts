import { z } from "zod";
import { jobSchema } from "./job.ts";
import { answerAge } from "./list.ts";

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/jobs`: the jobs on a customer that are not
 * over, of those that the console knows of. The API has no such list (specification, section 4.6). While
 * there is one the customer's contract is left alone.
 */
export const customerJobsSchema = z.object({ jobs: z.array(jobSchema), ...answerAge });

export type CustomerJobs = z.infer<typeof customerJobsSchema>;
