import { isInEffect } from "#components/ui/status/planned-status.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { PlannedAction, PlannedChange } from "#lib/contract/operations/planned.ts";
import { minAheadMs } from "#lib/contract/values/operations/planned-states.ts";

/** The parts of a planned change's state that the texts of a decision depend on. */
export interface Standing {
  /** True if a temporary change is in effect and waits for its end. */
  isInEffect: boolean;
  /** True if its change back is suspended or was missed. */
  isRevertHeld: boolean;
}

export function standingOf(planned: PlannedChange): Standing {
  const isRevertHeld = planned.steps.some(
    ({ kind, state }) => kind === "revert" && (state === "suspended" || state === "missed"),
  );
  const isApplied = planned.steps.every(({ kind, state }) => kind === "revert" || state === "done");
  return { isInEffect: isInEffect(planned) || (isApplied && isRevertHeld), isRevertHeld };
}

/** The decisions that this person can make now. They cannot take over their own change. */
export function actionsOf(planned: PlannedChange, staffID: string): PlannedAction[] {
  return planned.actions.filter((action) => action !== "take-over" || planned.responsible.staffID !== staffID);
}

/** Whether a decision depends on the current contract. */
export function needsContract(action: PlannedAction, { isRevertHeld }: Standing): boolean {
  return action === "resume" || (action === "revert-now" && isRevertHeld);
}

/** The new times that a decision needs: times in the past, and for a new schedule those in the future. */
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

/** The primary decision on the page. */
export function primaryAction(actions: readonly PlannedAction[]): PlannedAction | undefined {
  return (["resume", "revert-now"] as const).find((action) => actions.includes(action));
}

/** The contracts to compare before a decision: as reviewed, as it was before, as it is now. */
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
