import { z } from "zod";
import type { Operation } from "./contract/operation.ts";

const schema = z.object({ despiteJobs: z.array(z.string()) });

/** The jobs that a change of contract was knowingly asked for in spite of. */
export function despiteJobsOf({ request }: Pick<Operation, "request">): readonly string[] {
  return schema.safeParse(request).data?.despiteJobs ?? [];
}
