import type { Operation } from "#lib/contract/operations/operation.ts";

/** The jobs that a change of contract overrides. */
export function overrideJobIDsOf({ request }: Pick<Operation, "request">): readonly string[] {
  const { overrideJobIDs } = request;
  return Array.isArray(overrideJobIDs) ? overrideJobIDs.filter((jobID) => typeof jobID === "string") : [];
}
