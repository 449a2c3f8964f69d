import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { RevertNow } from "#lib/contract/operations/planned-requests.ts";
import { revertedNow } from "#server/bff/store/planned/planned-edits.ts";
import { owedReverts } from "#server/bff/store/planned/planned-state.ts";
import { actionRefusal, findPlanned } from "../find-planned.ts";
import { timeInZone } from "../planned-times.ts";
import { readReviewed, wholeContract } from "../read-reviewed.ts";
import { type DecisionContext, decidePlanned, personReason } from "./decide-planned.ts";

/**
 * Ends a temporary change now. If its end is suspended or missed, the contract may differ from the applied one, so the
 * sender must have reviewed the current contract.
 */
export async function revertPlannedNow({
  context,
  plannedChangeID,
  input,
}: {
  context: DecisionContext;
  plannedChangeID: string;
  input: RevertNow;
}): Promise<{ plannedChange: PlannedChange }> {
  const planned = await findPlanned(context, plannedChangeID);
  const refusal = actionRefusal(planned, "revert-now", input?.digest);
  if (refusal) throw refusal;
  const isHalted = owedReverts(planned).some(({ state }) => state !== "scheduled");
  if (isHalted && !input?.expected) {
    const message = "must be the contract that you saw, because it may be another one than this change has made";
    throw new AppError("invalid_request", `Nothing was changed: expected ${message}.`, {
      errors: [{ field: "expected", message }],
    });
  }
  const expected = input?.expected;
  const reviewed = expected && wholeContract((await readReviewed(context, planned.customerID, expected)).contract);
  const body = { ...input, digest: planned.digest };
  const step = { action: "revert-now", audit: "planned.reverted", body } as const;
  return decidePlanned(context, plannedChangeID, step, (current, nowMs) => {
    const reason = personReason(context, "person", "Ended early", nowMs);
    const now = timeInZone(nowMs, "UTC");
    return revertedNow(current, { now, reviewed }, reason, nowMs, randomUUID);
  });
}
