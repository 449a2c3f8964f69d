import { isFinished, type Job, type JobState } from "./contract/job.ts";
import type { Operation, OperationOutcome, UsualTime } from "./contract/operation.ts";
import type { LiveJob } from "./live-jobs/use-live-jobs.ts";

/**
 * How a write stands, its job included, in one word: what the API said to it, and what the work behind it
 * came to. `vanished`: the API does not know its job any more, and nobody saw it end.
 */
export type OperationPhase =
  | "recorded"
  | "sent"
  | "running"
  | "unknown"
  | "succeeded"
  | "confirmed"
  | "accepted"
  | "found"
  | "failed"
  | "cancelled"
  | "refused"
  | "not-sent"
  | "vanished";

/** What is known about the job behind a write: from whoever watches it now, else as the console saw it last. */
export interface KnownJob {
  state: JobState;
  stateText: string;
  progress: number | undefined;
  reason: string | undefined;
  steps: Job["steps"];
  /** How many more there are. */
  stepsOmitted: number;
  /** When that was so, ISO 8601 in UTC. */
  seenAt: string | undefined;
  finishedAt: string | undefined;
  vanished: boolean;
}

/** The newer of what is watched and what is stored; one that was seen to end stays ended. */
export function knownJob({ job: stored }: Operation, live?: LiveJob): KnownJob | undefined {
  // Not after the first 404: a young job may not be there yet.
  const isGone = live?.isGone === true;
  const watched = live?.job;
  if (watched && (isFinished(watched.state) || stored?.finishedAt === undefined)) {
    const { state, stateText, progress, reason, steps, stepsOmitted = 0 } = watched;
    return {
      ...{ state, stateText, progress, reason, steps, stepsOmitted },
      seenAt: live.asOf,
      finishedAt: isFinished(state) ? (stored?.finishedAt ?? live.asOf) : undefined,
      vanished: isGone && !isFinished(state),
    };
  }
  if (!stored) return undefined;
  const { state, stateText, progress, reason, seenAt, finishedAt, steps = [], stepsOmitted = 0 } = stored;
  return {
    ...{ state, stateText, progress, reason, seenAt, finishedAt },
    steps,
    stepsOmitted,
    vanished: !isFinished(state) && (stored.vanished === true || isGone),
  };
}

/** How the write stands, by what is known now. */
export function phaseOf(operation: Operation, live?: LiveJob): OperationPhase {
  const { state, problem } = operation;
  if (state === "recorded" || state === "sent" || state === "unknown") return state;
  if (state === "rejected") return problem?.upstreamStatus === undefined ? "not-sent" : "refused";
  const job = knownJob(operation, live);
  if (job?.vanished || (!job && live?.isGone)) return "vanished";
  if (job) return job.state === "queued" || job.state === "unknown" ? "running" : job.state;
  if (operation.jobID !== undefined) return "running";
  if (operation.confirmedAt !== undefined && operation.kind === "change-contract") return "confirmed";
  return state === "reconciled" ? "found" : "accepted";
}

/** The store reckons the same of what it keeps (server/bff/store/operations/operation-outcomes.ts). */
const outcomes: Readonly<Record<OperationPhase, OperationOutcome>> = {
  recorded: "running",
  sent: "running",
  running: "running",
  succeeded: "done",
  confirmed: "done",
  accepted: "done",
  found: "done",
  unknown: "needs-look",
  failed: "needs-look",
  cancelled: "needs-look",
  refused: "needs-look",
  "not-sent": "needs-look",
  vanished: "needs-look",
};

export const outcomeOf = (phase: OperationPhase): OperationOutcome => outcomes[phase];

/** True while work goes on that ends by itself. */
export const isRunning = (phase: OperationPhase) => outcomeOf(phase) === "running";

/** True where somebody should look: it came to nothing, or nobody can tell. */
export const needsLook = (phase: OperationPhase) => outcomeOf(phase) === "needs-look";

/** True where its values may knowingly be taken up by a new creation. */
export function mayBeginAgain({ kind }: Operation, phase: OperationPhase): boolean {
  return kind === "create-customer" && needsLook(phase);
}

/** When it began and, where it is over, when it ended; milliseconds since 1970. */
export function spanOf(operation: Operation, live?: LiveJob): { fromMs: number; toMs: number | undefined } {
  const phase = phaseOf(operation, live);
  const fromMs = Date.parse(operation.sentAt ?? operation.createdAt);
  if (isRunning(phase) || phase === "unknown") return { fromMs, toMs: undefined };
  const job = knownJob(operation, live);
  const end = job ? (job.finishedAt ?? job.seenAt) : operation.settledAt;
  return { fromMs, toMs: end === undefined ? undefined : Math.max(fromMs, Date.parse(end)) };
}

const leastStuckMs = 15_000;
const stuckWithoutHistoryMs = 10 * 60_000;

/** How long one of its kind may take before it counts as stuck: three times what 95 of 100 need. */
export function stuckAfterMs(usual: UsualTime | undefined): number {
  return usual ? Math.max(leastStuckMs, 3 * usual.p95Ms) : stuckWithoutHistoryMs;
}
