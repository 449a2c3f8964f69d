import { isInEffect } from "#components/ui/status/planned-status.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { PlannedAction, PlannedChange } from "#lib/contract/operations/planned.ts";
import { minAheadMs } from "#lib/contract/values/operations/planned-states.ts";

/** The parts of a planned change's state that the dialog's texts depend on. */
export interface Standing {
  /** True if a temporary change is in effect and has not been changed back yet. */
  isInEffect: boolean;
  /** True if the revert is suspended or missed. */
  isRevertHeld: boolean;
}

export function standingOf(planned: PlannedChange): Standing {
  const isRevertHeld = planned.steps.some(
    ({ kind, state }) => kind === "revert" && (state === "suspended" || state === "missed"),
  );
  const isApplied = planned.steps.every(({ kind, state }) => kind === "revert" || state === "done");
  return { isInEffect: isInEffect(planned) || (isApplied && isRevertHeld), isRevertHeld };
}

/** The decisions that this person can make now. A person cannot take over their own planned change. */
export function actionsOf(planned: PlannedChange, staffID: string): PlannedAction[] {
  return planned.actions.filter((action) => action !== "take-over" || planned.responsible.staffID !== staffID);
}

/** True if the person must see the current contract to make this decision. */
export function needsContract(action: PlannedAction, { isRevertHeld }: Standing): boolean {
  return action === "resume" || (action === "revert-now" && isRevertHeld);
}

/**
 * The times that a decision asks for. Rescheduling asks for every time that can still be moved. Resuming asks only for
 * times that have passed or are too near.
 */
export function timesFor(
  action: PlannedAction,
  planned: PlannedChange,
  nowMs: number,
): { at: boolean; until: boolean } {
  const { isInEffect: isApplied } = standingOf(planned);
  const isOver = (at: string | undefined) => at !== undefined && Date.parse(at) < nowMs + minAheadMs;
  if (action === "reschedule") return { at: !isApplied, until: planned.until !== undefined };
  if (action !== "resume") return { at: false, until: false };
  return { at: !isApplied && isOver(planned.at), until: isOver(planned.until) };
}

/** Returns the decision that the page offers as its primary button. Undefined if no decision is primary. */
export function primaryAction(actions: readonly PlannedAction[]): PlannedAction | undefined {
  return (["resume", "revert-now"] as const).find((action) => actions.includes(action));
}

/**
 * The contracts to compare for a decision. If the revert is suspended or missed: the contract before the change, the
 * contract after the change, and the current contract. Otherwise: the reviewed contract and the current contract.
 */
export function comparedFor(
  planned: PlannedChange,
  now: Contract,
  titles: { reviewed: string; original: string; thisChange: string; now: string },
): { title: string; contract: Contract }[] {
  const revert = planned.steps.find(
    ({ kind, state }) => kind === "revert" && (state === "suspended" || state === "missed"),
  );
  const current = { title: titles.now, contract: now };
  if (!revert) return [{ title: titles.reviewed, contract: planned.expected }, current];
  return [
    ...(revert.original ? [{ title: titles.original, contract: revert.original }] : []),
    ...(revert.reviewed ? [{ title: titles.thisChange, contract: revert.reviewed }] : []),
    current,
  ];
}
