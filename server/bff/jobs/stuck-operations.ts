import type { Operation, UsualTime } from "#lib/contract/operation.ts";
import type { Services } from "#server/bff/core/services.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { stuckOperationSinceMs } from "./stuck-job.ts";

/** How long writes like this one usually take. */
export function usualTimeOf(
  { usualTimes, jobDirectories }: Pick<Services, "usualTimes" | "jobDirectories">,
  { environment, kind, job, jobID }: StoredOperation,
  given?: { fresh: boolean },
): Promise<UsualTime | undefined> {
  const type = job?.type ?? (jobID === null ? undefined : jobDirectories[environment].find(jobID)?.type);
  return usualTimes[environment].of({ kind, type }, given);
}

/** A write as the console shows it, with since when its job seems stuck. */
export async function viewWithStuck(
  services: Pick<Services, "usualTimes" | "jobDirectories" | "clock">,
  stored: StoredOperation,
): Promise<Operation> {
  const view = operationView(stored);
  if (stored.jobID === null || stored.jobFinishedAt !== null) return view;
  const sinceMs = stuckOperationSinceMs(stored, await usualTimeOf(services, stored), services.clock.now());
  return sinceMs === undefined ? view : { ...view, stuckSince: new Date(sinceMs).toISOString() };
}
