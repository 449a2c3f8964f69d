import type { JobState } from "./job.ts";

/**
 * The current outcome of a write. The outcome also depends on the write's job, and on later answers of the API that
 * verify the effect.
 * - `waiting`: recorded but not sent yet.
 * - `running`: sent. The console is still waiting for the answer, the job or the effect.
 * - `done`: the effect is verified, or the API accepted the write and its effect cannot be verified.
 * - `failed`: the API did not refuse the write, but its job failed, was cancelled or no longer exists, or the write
 *   could not be sent.
 * - `refused`: the API refused the write.
 * - `prevented`: the console did not send the write, so nothing has changed.
 * - `unknown`: the console does not know whether the write had an effect.
 * - `superseded`: the API accepted the write. Before the effect was verified, the API accepted a later change of the
 *   same value.
 */
export const operationOutcomes = [
  "waiting",
  "running",
  "done",
  "failed",
  "refused",
  "prevented",
  "unknown",
  "superseded",
] as const;

export type OperationOutcome = (typeof operationOutcomes)[number];

/**
 * The outcome for each detail of a write. The database computes the same outcomes from its rows (`outcomeMigration` in
 * server/bff/store). A test compares every case with this table.
 */
export const outcomeOfDetail = {
  /** Not sent yet. */
  recorded: "waiting",
  /** Sent; no answer has arrived yet. */
  sent: "running",
  /** Accepted; its job has not ended yet. */
  running: "running",
  /** Accepted. If the write has a job, the job has succeeded. The effect is not verified yet. */
  "awaiting-effect": "running",
  /** A later answer of the API has shown the effect. */
  verified: "done",
  /** The job has succeeded. The effect cannot be verified. */
  succeeded: "done",
  /** Accepted without a job. The effect cannot be verified. */
  accepted: "done",
  /** The answer was lost, but a later check found the result. */
  resolved: "done",
  failed: "failed",
  cancelled: "failed",
  /** The API no longer knows the job, and the console did not see the job's end. */
  vanished: "failed",
  /** The write could not be sent. */
  "not-sent": "failed",
  refused: "refused",
  prevented: "prevented",
  unknown: "unknown",
  /** Accepted, but the last answer of the API did not show the effect. */
  "effect-not-seen": "unknown",
  superseded: "superseded",
} as const satisfies Record<string, OperationOutcome>;

export type OutcomeDetail = keyof typeof outcomeOfDetail;

export const outcomeDetails = Object.keys(outcomeOfDetail) as [OutcomeDetail, ...OutcomeDetail[]];

/**
 * The outcomes that need attention. A prevented write needs no attention, because the person who requested it saw the
 * reason.
 */
export const attentionOutcomes = ["failed", "refused", "unknown"] as const satisfies OperationOutcome[];

export function needsAttention(outcome: OperationOutcome): boolean {
  return (attentionOutcomes as readonly OperationOutcome[]).includes(outcome);
}

/** True while the outcome can still change without a person's action. */
export function isInProgress(outcome: OperationOutcome): boolean {
  return outcome === "waiting" || outcome === "running";
}

/** Who rejected a write: the console by its own rule, the API, or nobody (a technical fault). */
export const rejectionSources = ["console", "api", "fault"] as const;

export type RejectionSource = (typeof rejectionSources)[number];

/** The problem codes with which the console itself refuses to send a write. */
const ownRefusals: ReadonlySet<string> = new Set([
  "contract_changed",
  "left_view",
  "view_changed",
  "customer_busy",
  "same_creation",
  "not_found",
  "customer_not_found_within_bound",
  "frozen",
  "change_limit_reached",
]);

/**
 * Returns who rejected a write, derived from the write's problem. `fault` if there is no problem, or if the problem
 * shows that neither the console nor the API rejected the write.
 */
export function rejectionSource(
  problem: { code: string; upstreamStatus?: number | undefined } | undefined,
): RejectionSource {
  if (problem === undefined) return "fault";
  if (problem.code === "upstream_refused") return "api";
  return ownRefusals.has(problem.code) && problem.upstreamStatus === undefined ? "console" : "fault";
}

/**
 * Why the effect of an accepted write is not verified (docs/decisions/0044-accepted-and-in-force.md). `awaited`: the
 * console will check the effect again. `not-seen`: the last check did not find the effect. `superseded`: the API
 * accepted a later change of the same value, so no check can find the effect of this write.
 */
export const effectStates = ["awaited", "not-seen", "superseded"] as const;

export type EffectState = (typeof effectStates)[number];

const detailOfEffect = {
  awaited: "awaiting-effect",
  "not-seen": "effect-not-seen",
  superseded: "superseded",
} as const satisfies Record<EffectState, OutcomeDetail>;

/** The members of a write that determine its outcome. Every operation has them. */
export interface RecordedWrite {
  /** True if the console can verify the effect. `confirmedAt` is the time when the effect was verified. */
  verifiesEffect?: boolean | undefined;
  state: "recorded" | "sent" | "accepted" | "rejected" | "unknown" | "reconciled";
  sentAt?: unknown;
  jobID?: string | undefined;
  job?: { state: JobState; vanished?: boolean | undefined } | undefined;
  confirmedAt?: unknown;
  /** Absent in three cases: the write is verified; it is not accepted yet; its effect can never be verified. */
  effect?: EffectState | undefined;
  problem?: { code: string; upstreamStatus?: number | undefined } | undefined;
  /** Who rejected the write. Set only for a row that was read without its problem. */
  rejectedBy?: RejectionSource | undefined;
}

/** Returns the outcome detail of an accepted write with this job. */
export function detailOfJob({ state, vanished }: NonNullable<RecordedWrite["job"]>): OutcomeDetail {
  if (vanished) return "vanished";
  return state === "queued" || state === "unknown" ? "running" : state;
}

/** Returns the outcome detail of a recorded write. */
export function outcomeDetailOf(write: RecordedWrite): OutcomeDetail {
  const { state, jobID, job } = write;
  if (state === "recorded" || state === "sent" || state === "unknown") return state;
  if (state === "rejected") {
    const by = write.rejectedBy ?? rejectionSource(write.problem);
    if (by === "console") return "prevented";
    // Before the console sends a write, it reads data from the API. If the API refuses this read, the write was never
    // sent. The outcome is then `not-sent`, not `refused`.
    return by === "api" && write.sentAt !== undefined ? "refused" : "not-sent";
  }
  // Without `verifiesEffect`, a later answer only shows that the API has started the work. The job can still fail.
  const isVerified = write.confirmedAt !== undefined && write.verifiesEffect === true;
  const effect = write.effect && detailOfEffect[write.effect];
  if (job) {
    const detail = detailOfJob(job);
    const isShown = detail === "succeeded" || detail === "vanished";
    if (isVerified && isShown) return "verified";
    return detail === "succeeded" ? (effect ?? detail) : detail;
  }
  if (jobID !== undefined) return "running";
  if (isVerified) return "verified";
  if (effect) return effect;
  return state === "reconciled" ? "resolved" : "accepted";
}

/** Returns the outcome of a recorded write. */
export function outcomeOfWrite(write: RecordedWrite): OperationOutcome {
  return outcomeOfDetail[outcomeDetailOf(write)];
}
