import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { StepKey } from "#server/bff/store/planned/planned-changes.ts";
import type { StoredPlannedStep } from "#server/bff/store/planned/planned-rows.ts";
import { type StepOutcome, settledStep } from "#server/bff/store/planned/planned-transitions.ts";
import type { PlannedRunServices } from "../planned-services.ts";
import { assessOperation } from "./step-outcome.ts";

/**
 * The maximum time between the acceptance of a change and its verification, in milliseconds. After this time, a person
 * must decide.
 */
export const verifyMs = 5 * 60_000;

/**
 * Sets the state of a `claimed` or `unknown` step from the result of its operation. Does nothing while the operation is
 * in progress.
 */
export async function followStep(services: PlannedRunServices, key: StepKey): Promise<void> {
  const { store } = services;
  const planned = await store.planned.find(key);
  const step = planned?.steps.find(({ stepID }) => stepID === key.stepID);
  if (!planned || !step?.operationID) return;
  const operation = await store.operations.find(key.environment, step.operationID);
  const outcome = operation && (await outcomeOf(services, step, operation));
  if (!outcome) return;
  await store.planned.change(key, (current, nowMs) => {
    const isSame = current.steps.some((one) => one.stepID === key.stepID && one.operationID === step.operationID);
    const after = isSame && settledStep(current, key.stepID, outcome, nowMs);
    return after ? { planned: after } : null;
  });
}

async function outcomeOf(
  { store, clock }: PlannedRunServices,
  { attempt }: StoredPlannedStep,
  operation: StoredOperation,
): Promise<StepOutcome | undefined> {
  const times = { attempt, nowMs: await store.planned.now(), clockMs: clock.now() };
  const assessed = assessOperation(operation, times);
  if (assessed.kind === "running") return undefined;
  if (assessed.kind !== "unverified") return assessed;
  // Waits while the verifier is still reading the contract.
  const { effect, after, finding } = operation;
  const sinceMs = operation.effectSince ?? operation.jobFinishedAt ?? operation.settledAt ?? clock.now();
  if (effect !== "not-seen" && clock.now() - sinceMs < verifyMs) return undefined;
  const message = "The API accepted the change, and it is not in force. Check the customer before you review it again.";
  // Without a finding, nothing was read after the change was accepted, so there is no current contract to show.
  const found = finding && after;
  return { kind: "suspended", reason: { code: "not-verified", message }, ...(found && { found }) };
}
