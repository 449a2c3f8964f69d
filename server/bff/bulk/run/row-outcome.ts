import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { endedOutcomeOf, isEnded } from "#server/bff/runs/row-outcome.ts";
import type { BulkRowOutcome } from "#server/bff/store/bulk/bulks.ts";

/** Determines the new state of a row from the outcome of its contract change. */
export function rowOutcomeOf(operation: Operation): BulkRowOutcome {
  const { problem, after, confirmedAt } = operation;
  const reading = { after, ...(confirmedAt !== undefined && { confirmedAt: Date.parse(confirmedAt) }) };
  const detail = outcomeDetailOf(operation);
  if (isEnded(detail)) {
    const outcome = endedOutcomeOf(operation, detail);
    if (outcome.forgetOperation) return outcome;
    const isConflict = outcome.state === "failed" && problem?.code === "contract_changed";
    const hasLeft = outcome.state === "failed" && problem?.code === "left_view";
    return { ...outcome, ...(isConflict && { state: "conflict" }), ...(hasLeft && { state: "left-view" }), ...reading };
  }
  if (detail === "verified") return { state: "changed", ...reading };
  if (detail === "superseded") {
    const reason = "A later change was accepted before this one was seen in force.";
    return { state: "accepted", reason, ...reading };
  }
  return { state: confirmedAt === undefined ? "accepted" : "changed", ...reading };
}
