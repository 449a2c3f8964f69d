import type { Operation } from "#lib/contract/operations/operation.ts";

/** Returns the jobs that a contract change overrides. */
export function overrideJobIDsOf({ request }: Pick<Operation, "request">): readonly string[] {
  const { overrideJobIDs } = request;
  return Array.isArray(overrideJobIDs) ? overrideJobIDs.filter((jobID) => typeof jobID === "string") : [];
}
