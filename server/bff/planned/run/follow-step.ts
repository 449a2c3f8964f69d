import { randomUUID } from "node:crypto";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { StepKey } from "#server/bff/store/planned/planned-changes.ts";
import type { StoredPlannedStep } from "#server/bff/store/planned/planned-rows.ts";
import { type StepOutcome, settledStep } from "#server/bff/store/planned/planned-transitions.ts";
import type { PlannedServices } from "../planned-services.ts";
import { assessOperation } from "./step-outcome.ts";

/** How long an accepted change may take until it is in force, in milliseconds; then a person has to look. */
export const verifyMs = 5 * 60_000;

/** Moves a claimed or unknown step to what its operation has come to; nothing where that is in progress. */
export async function followStep(services: PlannedServices, key: StepKey, signal: AbortSignal): Promise<void> {
  const { store } = services;
  const planned = await store.planned.find(key);
  const step = planned?.steps.find(({ stepID }) => stepID === key.stepID);
  if (!planned || !step?.operationID) return;
  const operation = await store.operations.find(key.environment, step.operationID);
  const outcome =
    operation && (await outcomeOf(services, { ...key, customerID: planned.customerID }, step, operation, signal));
  if (!outcome) return;
  await store.planned.change(key, (current, nowMs) => {
    const isSame = current.steps.some((one) => one.stepID === key.stepID && one.operationID === step.operationID);
    const after = isSame && settledStep(current, key.stepID, outcome, nowMs);
    return after ? { planned: after } : null;
  });
}

async function outcomeOf(
  services: PlannedServices,
  where: StepKey & { customerID: string },
  step: StoredPlannedStep,
  operation: StoredOperation,
  signal: AbortSignal,
): Promise<StepOutcome | undefined> {
  const { store, clock } = services;
  const { attempt } = step;
  const times = { attempt, nowMs: await store.planned.now(), clockMs: clock.now() };
  const assessed = assessOperation(operation, times);
  if (assessed.kind === "running") return undefined;
  return assessed.kind === "unverified" ? verify(services, where, step, operation, signal) : assessed;
}

/** An accepted change counts as done when reading has shown it in force. */
async function verify(
  services: PlannedServices,
  { environment, customerID }: { environment: StepKey["environment"]; customerID: string },
  { change }: StoredPlannedStep,
  operation: StoredOperation,
  signal: AbortSignal,
): Promise<StepOutcome | undefined> {
  const { store, clock, clients } = services;
  const client = clients.get(environment);
  const call = { requestID: randomUUID(), signal, caller: "planned-runner", fresh: true };
  const contract: Contract | undefined =
    client && (await readContract({ services, environment, client, call }, customerID).catch(() => undefined));
  signal.throwIfAborted();
  const nowMs = clock.now();
  if (contract && contract[changedMember(change)] === changedValue(change)) {
    const { operationID, state, jobID } = operation;
    if (state === "accepted" && jobID === null) {
      const settlement = { state, after: contract, confirmedAt: nowMs } as const;
      await store.operations.settle(operationID, ["accepted"], settlement, nowMs);
    }
    return { kind: "done", before: operation.before };
  }
  const sinceMs = operation.jobFinishedAt ?? operation.settledAt ?? nowMs;
  if (nowMs - sinceMs < verifyMs) return undefined;
  const message = "The API accepted the change, and it is not in force. Check the customer before you review it again.";
  return { kind: "suspended", reason: { code: "not-verified", message }, ...(contract && { found: contract }) };
}
