import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { PlannedStepBody } from "#lib/contract/operations/planned-requests.ts";
import { cancelled, kept } from "#server/bff/store/planned/planned-edits.ts";
import { type DecisionContext, decidePlanned, personReason } from "./decide-planned.ts";

interface Ending {
  context: DecisionContext;
  plannedChangeID: string;
  input: PlannedStepBody;
}

/** Cancels a planned change of which nothing has run: nothing will be sent. */
export function cancelPlanned({ context, plannedChangeID, input }: Ending): Promise<{ plannedChange: PlannedChange }> {
  const step = { action: "cancel", audit: "planned.cancelled", body: input } as const;
  return decidePlanned(context, plannedChangeID, step, (planned, nowMs) =>
    cancelled(planned, personReason(context, "person", "Cancelled", nowMs), nowMs),
  );
}

/** Keeps a temporary change permanently: applied values stay, and no further step runs. */
export function keepPlanned({ context, plannedChangeID, input }: Ending): Promise<{ plannedChange: PlannedChange }> {
  const step = { action: "keep", audit: "planned.kept", body: input } as const;
  return decidePlanned(context, plannedChangeID, step, (planned, nowMs) =>
    kept(planned, personReason(context, "kept", "Kept for good", nowMs), nowMs),
  );
}
