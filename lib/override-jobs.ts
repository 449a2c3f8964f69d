import { z } from "zod";
import type { Operation } from "./contract/operation.ts";

const schema = z.object({ overrideJobIDs: z.array(z.string()) });

/** The jobs that a change of contract overrides. */
export function overrideJobIDsOf({ request }: Pick<Operation, "request">): readonly string[] {
  return schema.safeParse(request).data?.overrideJobIDs ?? [];
}
