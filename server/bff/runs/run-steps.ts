import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ResumeRun } from "#lib/contract/operations/run.ts";
import { isRunActive, isRunOver, maxRowsWithoutProof } from "#lib/contract/values/operations/run-states.ts";
import { requireRecentFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import {
  type AnyRow,
  type AnyRun,
  findRun,
  type RunRouteContext,
  type RunStepKind,
  runConflict,
  runIDOf,
} from "./run-kind.ts";

// A person's actions on a run. Each action is one conditional UPDATE, with its audit event in the same transaction.

/** Pauses a run. No further row is sent. Rows that are being sent are finished. */
export async function pauseRun<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>(
  kind: RunStepKind<Services, Run, Row>,
  context: RunRouteContext<Services>,
  runID: string,
): Promise<Run> {
  const { session } = context;
  const run = await findRun(kind, context, runID);
  const { state } = run;
  if (!isRunActive(state)) throw runConflict(kind, run, "paused");
  const to = {
    state: "paused",
    pausedFrom: state,
    reason: { code: "person", message: `Paused by ${session.staff.email}.` },
  };
  return moveRun(kind, context, run, { from: [state], to, action: "paused", before: { state } });
}

/** Cancels a run. Rows that were not sent are never sent. Changed or created customers remain as they are. */
export async function cancelRun<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>(
  kind: RunStepKind<Services, Run, Row>,
  context: RunRouteContext<Services>,
  runID: string,
): Promise<Run> {
  const { services, session } = context;
  const run = await findRun(kind, context, runID);
  const nowMs = services.clock.now();
  const to = {
    state: "cancelled",
    pausedFrom: null,
    reason: { code: "person", message: `Cancelled by ${session.staff.email}.` },
    finishedAt: nowMs,
  };
  const unfinished = (Object.keys(kind.stateWords) as Run["state"][]).filter((state) => !isRunOver(state));
  return moveRun(kind, context, run, { from: unfinished, to, action: "cancelled" });
}

/**
 * Resumes a run. A checked run sends its first row alone. If the first row has succeeded, the remaining rows follow. If
 * the first row has failed, another row is sent alone. A paused run returns to its earlier state. From then on, the
 * run's operations belong to the person who resumes it. If the request names a state, the run must continue with that
 * state, because the person has confirmed it.
 */
export async function resumeRun<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>(
  kind: RunStepKind<Services, Run, Row>,
  context: RunRouteContext<Services>,
  run: Run,
  input: ResumeRun,
): Promise<Run> {
  const { services, session } = context;
  const next = await nextStep(kind, services, run, input?.first);
  if (input?.to !== undefined && input.to !== next.state) throw runConflict(kind, run, "taken on");
  // The first row alone is like an ordinary write, so only the remaining rows need a proof of identity.
  if (next.state === "running" && (await kind.sizeOf(services, run)) > maxRowsWithoutProof) {
    await requireRecentFactor(session, services);
  }
  const { staffID, email } = session.staff;
  const nowMs = services.clock.now();
  // Checking rows again sends nothing, so it needs no approval.
  const isSending = next.state !== "checking";
  const guard = isSending ? await kind.release(services, run, staffID) : undefined;
  const to = {
    ...kind.freshCounts,
    ...next,
    runBy: { staffID, email },
    pausedFrom: null,
    reason: null,
    ...(isSending && { startedAt: run.startedAt ?? nowMs }),
  };
  const { state } = run;
  const moved = await moveRun(kind, context, run, { from: [state], to, action: "continued", before: { state }, guard });
  kind.wake(services);
  return moved;
}

interface RunMove<State extends string> {
  from: readonly State[];
  to: { state: string };
  /** The action in the audit log. */
  action: "paused" | "cancelled" | "continued";
  /** The state before the action, for the audit log. Present only if the effect of the action depends on it. */
  before?: { state: string };
  guard?: WriteGuard | undefined;
}

/**
 * Changes the state of a run and writes the audit event. Throws `run_moved` if the run is no longer in one of the
 * states `from`.
 */
async function moveRun<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>(
  kind: RunStepKind<Services, Run, Row>,
  context: RunRouteContext<Services>,
  run: Run,
  { from, to, action, before, guard }: RunMove<Run["state"]>,
): Promise<Run> {
  const { services } = context;
  const runID = runIDOf(run);
  const event = runEvent(context, `${kind.kind}.${action}`, run, {
    ...(before && { before }),
    after: { state: to.state },
  });
  const moved = await kind.storeOf(services).move(runID, from, to, { event, nowMs: services.clock.now(), guard });
  const step = action === "continued" ? "taken on" : action;
  if (!moved) throw runConflict(kind, await findRun(kind, context, runID), step);
  return moved;
}

async function nextStep<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>(
  kind: RunStepKind<Services, Run, Row>,
  services: Services,
  run: Run,
  chosen: number | undefined,
): Promise<{ state: string; firstPosition?: number }> {
  const { state, pausedFrom, firstPosition } = run;
  if (state === "paused") return { state: pausedFrom ?? "running" };
  if (!kind.firstFrom.includes(state)) throw runConflict(kind, run, "taken on");
  const first = firstPosition === null ? null : await kind.storeOf(services).row(runIDOf(run), firstPosition);
  const hasSucceeded = first !== null && kind.hasSucceeded(first);
  if (hasSucceeded && chosen === undefined) return { state: "running" };
  if (hasSucceeded) {
    throw new AppError("run_moved", "The first customer is done already: continue with the rest.");
  }
  return { state: "first", firstPosition: await kind.firstOf(services, run, chosen) };
}
