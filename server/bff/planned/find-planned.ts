import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedAction, PlannedState } from "#lib/contract/operations/planned.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { possibleActions } from "#server/bff/store/planned/planned-edits.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { owedReverts } from "#server/bff/store/planned/planned-state.ts";

export const noSuchPlanned = (environment: Environment) =>
  new AppError("not_found", `There is no such planned change in ${environment}.`);

/** Finds a planned change of this environment. Throws `not_found`. */
export async function findPlanned(
  { services, environment }: { services: Pick<CoreServices, "store">; environment: Environment },
  plannedChangeID: string,
): Promise<StoredPlanned> {
  const planned = await services.store.planned.find({ environment, plannedChangeID });
  if (!planned) throw noSuchPlanned(environment);
  return planned;
}

const whereItIs: Readonly<Record<PlannedState, string>> = {
  "awaiting-approval": "waits for an approval",
  scheduled: "is scheduled",
  claimed: "is running",
  done: "is done",
  failed: "has failed",
  unknown: "has an unknown outcome",
  suspended: "is suspended",
  missed: "was missed",
  cancelled: "is cancelled",
  rejected: "was rejected",
  expired: "has expired, because nobody approved it in time",
};

const wantedOf: Readonly<Record<PlannedAction, string>> = {
  cancel: "cancelled",
  reschedule: "rescheduled",
  resume: "reviewed again",
  "revert-now": "reverted",
  keep: "kept",
  "take-over": "taken over",
};

/**
 * Why the action is not possible now. Undefined if it is possible. With `digest`, the action is possible only for the
 * version that the person reviewed.
 */
export function actionRefusal(
  planned: StoredPlanned,
  action: PlannedAction,
  digest: string | undefined,
): AppError | undefined {
  const where = whereItIs[planned.state];
  const moved = (detail: string, reason: string) => new AppError("planned_moved", detail, { reason });
  if (action === "cancel" && owedReverts(planned).length > 0 && planned.finishedAt === null) {
    return moved("It has taken effect already: end it now, or keep it for good.", "applied");
  }
  if (!possibleActions(planned).includes(action)) {
    return moved(`The planned change ${where} and cannot be ${wantedOf[action]} now.`, planned.state);
  }
  if (digest === undefined || digest === planned.digest) return undefined;
  return moved("The planned change was edited after you opened it. Check it again.", "edited");
}
