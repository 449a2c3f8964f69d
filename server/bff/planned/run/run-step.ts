import { randomUUID } from "node:crypto";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { changeLimitError } from "#server/bff/change-limits/change-limit-error.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import { isSameInstant } from "#server/bff/core/local-times.ts";
import { StepNotClaimed } from "#server/bff/operations/record-and-send.ts";
import { consoleActor } from "#server/bff/store/planned/claim-step.ts";
import type { Decide, StepKey } from "#server/bff/store/planned/planned-changes.ts";
import type { StoredPlanned, StoredPlannedStep } from "#server/bff/store/planned/planned-rows.ts";
import {
  alreadyReverted,
  compareForRevert,
  suspendedStep,
  waitingStep,
} from "#server/bff/store/planned/planned-transitions.ts";
import type { PlannedRunServices } from "../planned-services.ts";
import { wholeContract } from "../read-reviewed.ts";
import { followStep } from "./follow-step.ts";
import { type Failure, failureOf, outcomeOfFailure } from "./step-outcome.ts";

interface Run {
  services: PlannedRunServices;
  key: StepKey;
  planned: StoredPlanned;
  step: StoredPlannedStep;
  /**
   * The start of the run, by three clocks: the store's clock, and the wall clock and monotonic clock of this process.
   */
  begun: { storeMs: number; wallMs: number; monotonicMs: number };
  signal: AbortSignal;
}

/**
 * Runs a due step. Claims the step in the transaction that records its operation, then sends it like any other write.
 * If the current contract differs from the reviewed contract, the step is suspended. Returns false if the step could
 * not begin.
 */
export async function runStep(services: PlannedRunServices, key: StepKey, signal: AbortSignal): Promise<boolean> {
  const { store, clock } = services;
  const planned = await store.planned.find(key);
  const step = planned?.steps.find(({ stepID, state }) => stepID === key.stepID && state === "scheduled");
  if (!planned || !step) return false;
  const begun = { wallMs: clock.now(), monotonicMs: clock.monotonic(), storeMs: await store.planned.now() };
  const run = { services, key, planned, step, begun, signal };
  if (!isSameInstant(step.time)) return suspendForZone(run);
  if (step.kind === "apply") {
    return (await waitForLimit(run)) ? false : send(run, step.reviewed ?? planned.expected);
  }
  const read = await readForRevert(run);
  if (!read) return false;
  const compared = compareForRevert(planned, step, read);
  if (compared === "ours") return send(run, read);
  await move(run, (current, nowMs) => {
    if (compared === "already") return alreadyReverted(current, step.stepID, read, nowMs);
    const message = "The contract is neither the one that this change made nor the one before it.";
    return suspendedStep(current, step.stepID, { code: "contract-changed", message }, nowMs, read);
  });
  return true;
}

/** Changes the state of the step, unless another process has changed it. */
const move = (
  { services, key }: Run,
  decide: (planned: StoredPlanned, nowMs: number) => StoredPlanned | null,
): Promise<unknown> => {
  const change: Decide = (current, nowMs) => {
    const after = decide(current, nowMs);
    return after && { planned: after };
  };
  return services.store.planned.change(key, change);
};

async function suspendForZone(run: Run): Promise<boolean> {
  const { local, zone } = run.step.time;
  const message = `The rules of the zone ${zone} have changed: ${local} is another instant now.`;
  await move(run, (current, nowMs) =>
    suspendedStep(current, run.step.stepID, { code: "zone-changed", message }, nowMs),
  );
  return true;
}

/**
 * Stores why a step could not begin. The step waits and is tried again, or it is suspended until a person reviews it.
 */
const holdStep = (run: Run, failure: Failure) =>
  move(run, (current, nowMs) => {
    const { step, services } = run;
    const times = { attempt: step.attempt + 1, nowMs, clockMs: services.clock.now() };
    const outcome = outcomeOfFailure(failure, times);
    return outcome.kind === "waits"
      ? waitingStep(current, step.stepID, outcome.reason, outcome.retryAt, nowMs)
      : suspendedStep(current, step.stepID, outcome.reason, nowMs);
  });

/**
 * Lets the step wait if the change limit of the responsible person stops it. Returns true if the step waits. The limit
 * is checked again when the operation is marked as sent. Without this first check, each attempt would record an
 * operation.
 */
async function waitForLimit(run: Run): Promise<boolean> {
  const { environment, customerID, responsible } = run.planned;
  const write = { environment, customerID, staffID: responsible.staffID };
  const block = await run.services.store.changeLimits.blockOf(write);
  const failure = block && failureOf(changeLimitError(block));
  if (failure) await holdStep(run, failure);
  return failure !== undefined;
}

/** Reads the current contract. If it cannot be read, stores the reason with the step and returns undefined. */
async function readForRevert(run: Run) {
  const { services, planned, signal } = run;
  const { environment, customerID } = planned;
  const client = services.clients.get(environment);
  if (!client) return undefined;
  const call = { requestID: randomUUID(), signal, caller: consoleActor.staffID, fresh: true };
  try {
    return wholeContract(await readContract({ services, environment, client, call }, customerID));
  } catch (thrown) {
    const failure = failureOf(thrown);
    signal.throwIfAborted();
    if (!failure || failure.code === "store_unavailable") throw thrown;
    await holdStep(run, failure);
    return undefined;
  }
}

async function send(run: Run, expected: { term?: string | undefined; plan?: string | undefined }): Promise<boolean> {
  const { services, key, planned, step, begun, signal } = run;
  const { environment, customerID, responsible } = planned;
  const operationID = randomUUID();
  const guards = await services.store.planned.guards({ ...key, operationID });
  const leftMs = step.notAfter - begun.storeMs;
  const link = {
    operationID,
    plannedChangeID: key.plannedChangeID,
    stepID: key.stepID,
    use: step.kind,
    guards,
    isInForce() {
      const { clock } = services;
      // Both clocks are checked. The monotonic clock may stop while the machine sleeps. The wall clock jumps when
      // somebody sets it.
      return clock.monotonic() - begun.monotonicMs <= leftMs && clock.now() - begun.wallMs <= leftMs;
    },
  };
  const context = {
    services,
    environment,
    requestID: randomUUID(),
    signal,
    session: { staff: step.kind === "revert" ? consoleActor : responsible },
    answerWith: () => {},
  };
  const { ticket, reason } = planned;
  const reference = { ...(ticket !== null && { ticket }), ...(reason !== null && { reason }) };
  const input = { ...step.change, expected, console: reference };
  try {
    // A revert restores what this planned change has changed, even if the customer has left the view.
    const ofView = step.kind === "apply" ? (planned.ofView ?? undefined) : undefined;
    await changeContract({ context, customerID, input, planned: link, ofView });
  } catch (thrown) {
    // Another process has claimed the step, or the step may not run now. Returns false, so that the runner does not
    // search again at once.
    if (thrown instanceof StepNotClaimed) return false;
    const refused = isAppError(thrown) ? thrown.operation : undefined;
    // Any other error comes from the store. The step stays claimed and gets its state when the store works again.
    if (refused?.state !== "rejected") throw thrown;
  }
  await followStep(services, key);
  return true;
}
