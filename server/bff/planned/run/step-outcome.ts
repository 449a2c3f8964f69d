import type { Problem } from "#lib/contract/errors.ts";
import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { problemWords } from "#server/bff/operations/problem-words.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { StepOutcome } from "#server/bff/store/planned/planned-transitions.ts";
import { retryPauseMs } from "./retry-pause.ts";

export type Failure = Pick<Problem, "code" | "detail" | "errors" | "retryAt">;

/**
 * What an operation means for its step. `running`: the operation is in progress. `unverified`: it must be verified
 * first.
 */
export type Assessed = StepOutcome | { kind: "running" } | { kind: "unverified" };

const missingCodes: ReadonlySet<string> = new Set(["not_found", "customer_not_found_within_bound"]);

/**
 * The result of a step that failed before anything was sent. The step waits and is tried again. If waiting cannot help,
 * the step is suspended until a person reviews it.
 */
export function outcomeOfFailure(
  failure: Failure,
  { attempt, nowMs, clockMs }: { attempt: number; nowMs: number; clockMs: number },
): Extract<StepOutcome, { kind: "waits" | "suspended" }> {
  const { code, retryAt } = failure;
  const message = problemWords(failure);
  if (code === "upstream_credentials") return { kind: "suspended", reason: { code: "key-refused", message } };
  if (missingCodes.has(code)) return { kind: "suspended", reason: { code: "customer-missing", message } };
  // `retryAt` uses this process's clock, but due times use the store's clock. So the difference is computed. The step
  // does not wait for the end of a freeze or of the change limit, because somebody may end them earlier.
  const mayEndEarlier = code === "frozen" || code === "change_limit_reached";
  const untilRetryMs = retryAt === undefined || mayEndEarlier ? 0 : Date.parse(retryAt) - clockMs;
  return {
    kind: "waits",
    reason: { code: "waits", message: `${message} It is tried again until its latest time.` },
    retryAt: nowMs + retryPauseMs(attempt, untilRetryMs),
  };
}

/** Determines the result of a step from its operation. */
export function assessOperation(
  operation: StoredOperation,
  timing: { attempt: number; nowMs: number; clockMs: number },
): Assessed {
  const { problem, sentAt, before, job, jobID } = operation;
  const failure: Failure = problem ?? { code: "internal", detail: "It failed.", errors: [] };
  const detail = outcomeDetailOf(operationView(operation));
  switch (detail) {
    case "recorded":
    case "sent":
    case "running":
      return { kind: "running" };
    case "verified":
      return { kind: "done", before };
    case "awaiting-effect":
    case "effect-not-seen":
    case "succeeded":
    case "accepted":
    case "resolved":
    case "vanished":
      return { kind: "unverified" };
    case "failed":
    case "cancelled": {
      const message = job?.reason ?? `Its job ${jobID} is ${job?.stateText || detail}.`;
      return { kind: "failed", reason: { code: "refused", message } };
    }
    case "superseded": {
      const message = "A later change of the same value was accepted before a check showed this one in force.";
      return { kind: "suspended", reason: { code: "not-verified", message } };
    }
    case "unknown":
      return { kind: "unknown", reason: { code: "not-verified", message: problemWords(failure) } };
    case "refused":
      return { kind: "failed", reason: { code: "refused", message: problemWords(failure) } };
    case "prevented":
    case "not-sent": {
      if (failure.code === "contract_changed") {
        const reason = { code: "contract-changed", message: problemWords(failure) } as const;
        return { kind: "suspended", reason, ...(before && { found: before }) };
      }
      if (failure.code === "left_view" || failure.code === "view_changed") {
        const code = failure.code === "left_view" ? "left-view" : "view-changed";
        return {
          kind: "suspended",
          reason: { code, message: problemWords(failure) },
          ...(before && { found: before }),
        };
      }
      const outcome = outcomeOfFailure(failure, timing);
      // The operation was marked as sent. So only a person may decide about a second operation, even if nothing was
      // actually sent.
      if (sentAt === null || outcome.kind === "suspended") return outcome;
      return { kind: "suspended", reason: { code: "not-sent", message: problemWords(failure) } };
    }
  }
}

/** Returns the thrown error as a failure if it explains why the API could not be read. Undefined for other errors. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (!isAppError(thrown)) return undefined;
  const { code, message, errors, retryAt } = thrown;
  return { code, detail: message, errors, ...(retryAt !== undefined && { retryAt }) };
}
