import type { JobState } from "./job.ts";

/**
 * What a write has come to by now, its job and the reading that verifies it included.
 * `waiting`: recorded, and not sent yet. `running`: sent, and its answer, its job or its effect is awaited. `done`: a
 * reading has shown it, or it was accepted and no reading can show it. `failed`: it came to nothing though the API did
 * not refuse it: its job failed, was cancelled or is not known any more, or it could not be sent. `refused`: the API
 * said no. `prevented`: the console did not send it, so nothing was changed. `unknown`: the result is not known.
 * `superseded`: the API accepted it, and a later change of the same value before a reading showed it in force.
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
 * The one table: each way in which a write can stand, and the outcome that it is part of. The database computes
 * the same of its rows (`outcomeMigration` in server/bff/store): a test compares the two in every case.
 */
export const outcomeOfDetail = {
  /** Not sent yet. */
  recorded: "waiting",
  /** Sent; the answer is awaited. */
  sent: "running",
  /** Accepted; its job is not over. */
  running: "running",
  /** Accepted, and its job has succeeded where it has one; no reading has shown it in force yet. */
  "awaiting-effect": "running",
  /** Reading has shown it in force. */
  verified: "done",
  /** Its job has succeeded, and no reading can show more. */
  succeeded: "done",
  /** Accepted without a job, and no reading can show more. */
  accepted: "done",
  /** Its answer was lost, and checking has found what it did. */
  resolved: "done",
  failed: "failed",
  cancelled: "failed",
  /** The API no longer knows its job, and its end was not seen. */
  vanished: "failed",
  /** It could not be sent. */
  "not-sent": "failed",
  refused: "refused",
  prevented: "prevented",
  unknown: "unknown",
  /** Accepted, and not in force at the last reading. */
  "effect-not-seen": "unknown",
  superseded: "superseded",
} as const satisfies Record<string, OperationOutcome>;

export type OutcomeDetail = keyof typeof outcomeOfDetail;

export const outcomeDetails = Object.keys(outcomeOfDetail) as [OutcomeDetail, ...OutcomeDetail[]];

/** The outcomes that need attention. A prevented write does not: the person who requested it saw the reason. */
export const attentionOutcomes = ["failed", "refused", "unknown"] as const satisfies OperationOutcome[];

export function needsAttention(outcome: OperationOutcome): boolean {
  return (attentionOutcomes as readonly OperationOutcome[]).includes(outcome);
}

/** True while more will come of it by itself. */
export function isInProgress(outcome: OperationOutcome): boolean {
  return outcome === "waiting" || outcome === "running";
}

/** Who ended a write that was rejected: the console by a rule of its own, the API, or a fault on the way. */
export const rejectionSources = ["console", "api", "fault"] as const;

export type RejectionSource = (typeof rejectionSources)[number];

/** Problems by which the console itself holds a write back. */
const ownRefusals: ReadonlySet<string> = new Set([
  "contract_changed",
  "customer_busy",
  "same_creation",
  "not_found",
  "customer_not_found_within_bound",
]);

/** Who rejected a write, by its problem; a fault where there is none. */
export function rejectionSource(
  problem: { code: string; upstreamStatus?: number | undefined } | undefined,
): RejectionSource {
  if (problem === undefined) return "fault";
  if (problem.code === "upstream_refused") return "api";
  return ownRefusals.has(problem.code) && problem.upstreamStatus === undefined ? "console" : "fault";
}

/**
 * What the readings of an accepted write have come to while none has shown it in force (decision 0044). `awaited`: it
 * is read again. `not-seen`: the last reading did not show it. `superseded`: the API has accepted a later change of
 * the same value, so no reading can show this one any more.
 */
export const effectStates = ["awaited", "not-seen", "superseded"] as const;

export type EffectState = (typeof effectStates)[number];

const detailOfEffect = {
  awaited: "awaiting-effect",
  "not-seen": "effect-not-seen",
  superseded: "superseded",
} as const satisfies Record<EffectState, OutcomeDetail>;

/** A write as far as its outcome depends on it; a whole operation is one. */
export interface RecordedWrite {
  /** True where a reading can show that what was requested is in force; `confirmedAt` is the time of that reading. */
  verifiesEffect?: boolean | undefined;
  state: "recorded" | "sent" | "accepted" | "rejected" | "unknown" | "reconciled";
  sentAt?: unknown;
  jobID?: string | undefined;
  job?: { state: JobState; vanished?: boolean | undefined } | undefined;
  confirmedAt?: unknown;
  /** Absent of a write that is verified, that no reading can verify, or that is not as far yet. */
  effect?: EffectState | undefined;
  problem?: { code: string; upstreamStatus?: number | undefined } | undefined;
  /** The same of a row whose problem is not read: who it says has rejected it. */
  rejectedBy?: RejectionSource | undefined;
}

/** How a write stands whose job is as given. */
export function detailOfJob({ state, vanished }: NonNullable<RecordedWrite["job"]>): OutcomeDetail {
  if (vanished) return "vanished";
  return state === "queued" || state === "unknown" ? "running" : state;
}

/** How a write stands, by what is recorded of it. */
export function outcomeDetailOf(write: RecordedWrite): OutcomeDetail {
  const { state, jobID, job } = write;
  if (state === "recorded" || state === "sent" || state === "unknown") return state;
  if (state === "rejected") {
    const by = write.rejectedBy ?? rejectionSource(write.problem);
    if (by === "console") return "prevented";
    // Before sending the API is only read: its refusal to be read is none of the write.
    return by === "api" && write.sentAt !== undefined ? "refused" : "not-sent";
  }
  // Without `verifiesEffect` the reading shows only that the API has started the work: the job can still fail.
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

/** What a write has come to, by what is recorded of it. */
export function outcomeOfWrite(write: RecordedWrite): OperationOutcome {
  return outcomeOfDetail[outcomeDetailOf(write)];
}
