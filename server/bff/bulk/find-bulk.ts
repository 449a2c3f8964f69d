import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { BulkState } from "#lib/contract/operations/bulk.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";

/** A bulk change of this environment; throws `not_found`. */
export async function findBulk(
  { services, environment }: { services: CoreServices; environment: Environment },
  bulkID: string,
): Promise<StoredBulk> {
  const bulk = await services.store.bulks.find(environment, bulkID);
  if (!bulk) throw new AppError("not_found", `There is no such bulk change in ${environment}.`);
  return bulk;
}

const whereItIs: Readonly<Record<BulkState, string>> = {
  checking: "is still being checked",
  ready: "is checked and has not started",
  canary: "is changing its first customer",
  "canary-done": "has changed its first customer",
  running: "is changing the rest",
  paused: "is paused",
  finished: "is finished",
  cancelled: "is cancelled",
};

/** The error for a step that is not possible in the bulk change's state. */
export function bulkStateConflict({ state }: Pick<StoredBulk, "state">, step: string): AppError {
  return new AppError(
    "bulk_moved",
    `The bulk change ${whereItIs[state]} now and was not ${step}. Check it again: another person may have acted first.`,
  );
}
