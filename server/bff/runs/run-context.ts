import { randomUUID } from "node:crypto";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { RunReason } from "#lib/contract/operations/run.ts";
import type { ActiveRunState } from "#lib/contract/values/operations/run-states.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import { problemWords } from "#server/bff/operations/problem-words.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { type AnyRow, type AnyRun, type RunKind, runIDOf } from "./run-kind.ts";
import type { RunLease } from "./run-lease.ts";

/** The context that all steps of one run share. */
export interface RunContext<
  Run extends AnyRun,
  Row extends AnyRow,
  Services extends ContractServices = ContractServices,
> {
  services: Services;
  kind: RunKind<Run, Row>;
  /** The run, as read when its lease was last verified. */
  run: Run;
  lease: RunLease;
  client: ApiClient;
  /** The context for reads for the run. Its signal aborts when the lease is lost or the console shuts down. */
  call: CallContext & { signal: AbortSignal; caller: string };
}

/** Must be called before each step. Throws RunEnded if the run must not continue. */
export async function assertHeld<Run extends AnyRun, Row extends AnyRow>(
  work: RunContext<Run, Row>,
  state: Run["state"],
): Promise<void> {
  const { services, kind, lease, call } = work;
  call.signal.throwIfAborted();
  const held = lease.isInForce() ? await kind.storeOf(services).findHeld(lease, state) : null;
  if (!held) throw new RunEnded();
  work.run = held;
}

/** Pauses the run with a reason, and throws RunEnded. */
export async function pauseItself<Run extends AnyRun, Row extends AnyRow>(
  { services, kind, lease }: RunContext<Run, Row>,
  from: ActiveRunState,
  reason: RunReason,
): Promise<never> {
  services.log.warn({ runID: lease.runID, code: reason.code }, `${kind.noun} paused by itself`);
  await kind.storeOf(services).moveHeld(lease, [from], { state: "paused", pausedFrom: from, reason });
  throw new RunEnded();
}

/** Asks for more changes on behalf of the person who runs it, so that a colleague can release them. */
async function askForMore<Run extends AnyRun, Row extends AnyRow>({ services, kind, run }: RunContext<Run, Row>) {
  const { environment } = run;
  const { staffID, email } = run.runBy ?? run.actor;
  const requestID = randomUUID();
  const reason = `The ${kind.noun} ${runIDOf(run)} is paused.`;
  await services.store.changeLimits.ask(
    { requestID, environment, person: { staffID, email }, reason },
    {
      actor: { kind: "console" },
      action: "change-limit.asked",
      environment,
      outcome: "done",
      target: { kind: "change-limit", id: requestID },
      after: { person: email, reason },
    },
    { isAutomatic: true },
  );
}

/**
 * Pauses the run if a freeze or the change limit has stopped its row. The run continues by itself when nothing stops it
 * any more.
 */
export async function pauseIfHeldBack<Run extends AnyRun, Row extends AnyRow>(
  work: RunContext<Run, Row>,
  from: ActiveRunState,
  problem: Operation["problem"],
): Promise<void> {
  if (problem?.code !== "frozen" && problem?.code !== "change_limit_reached") return;
  const { code, retryAt } = problem;
  const at = new Date(work.services.clock.now()).toISOString();
  const isFrozen = code === "frozen";
  if (!isFrozen) await askForMore(work);
  const next = isFrozen
    ? "It continues by itself after the freeze."
    : "It continues by itself when more customers can be changed.";
  const reason = { code, message: `${problemWords(problem)} ${next}`, ...(retryAt !== undefined && { retryAt }) };
  await pauseItself(work, from, { ...reason, ...(isFrozen ? { frozenAt: at } : { limitedAt: at }) });
}

/** Converts an error to the reason of a pause. */
export function runReasonOf({
  code,
  message,
  errors,
  retryAt,
}: Pick<AppError, "code" | "message" | "errors" | "retryAt">): RunReason {
  const words = [message, ...errors.map((error) => error.message)].join(" ");
  return { code, message: words, ...(retryAt !== undefined && { retryAt }) };
}

/**
 * Pauses the run if the person or API client who runs it is disabled, or lacks the role or the environment. Also pauses
 * if the approver has lost the right to approve.
 */
export async function requireRight<Run extends AnyRun, Row extends AnyRow>(
  work: RunContext<Run, Row>,
  phase: "first" | "running",
): Promise<void> {
  const { services, kind, run } = work;
  const { environment } = run;
  const person = run.runBy ?? run.actor;
  const right = { staffID: person.staffID, permission: kind.permission, environment };
  const isHeld = await services.store.staff.hasPermission(right, services.clock.now());
  const lapsed = await services.approvalGate.lapsed({ environment, kind: kind.kind, subjectID: runIDOf(run) });
  if (isHeld && lapsed === undefined) return;
  const name = await shownName(services.store.staff, person);
  const lost = `${name} may no longer ${kind.verb} anything in ${environment}. Another person with permission can continue in their own name.`;
  await pauseItself(work, phase, { code: "forbidden", message: isHeld && lapsed ? lapsed : lost });
}
