import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { problemWords } from "#server/bff/operations/problem-words.ts";
import { noAnswerRecorded } from "#server/bff/operations/settle-write.ts";
import { isNotSent, stopsRun } from "./stopping-errors.ts";

interface EndedOutcome {
  state: "failed" | "unknown" | "ready";
  reason?: string | undefined;
  forgetOperation?: true;
}

/** Outcomes that mean the same for a row of any kind of run: failed, unknown, or not sent. */
const ended = [
  ...(["failed", "cancelled", "recorded", "sent", "unknown"] as const),
  ...(["effect-not-seen", "refused", "prevented", "not-sent"] as const),
] satisfies OutcomeDetail[];

export const isEnded = (detail: OutcomeDetail): detail is (typeof ended)[number] =>
  (ended as readonly OutcomeDetail[]).includes(detail);

/** The outcome of a row whose operation failed, is unknown, or was not sent. */
export function endedOutcomeOf(operation: Operation, detail: (typeof ended)[number]): EndedOutcome {
  const { problem, job, jobID, finding } = operation;
  const reason = problem && problemWords(problem);
  switch (detail) {
    case "failed":
    case "cancelled":
      return { state: "failed", reason: job?.reason ?? `Its job ${jobID} is ${job?.stateText || detail}.` };
    case "recorded":
    case "sent":
    case "unknown":
      return { state: "unknown", reason: reason ?? noAnswerRecorded };
    case "effect-not-seen":
      return { state: "unknown", reason: `The API accepted it. ${finding?.message ?? ""}`.trim() };
    case "refused":
    case "prevented":
    case "not-sent": {
      // If nothing was changed and the row itself is valid, the row is ready again. It is sent when the run continues.
      const changedNothing = detail !== "refused";
      const waits = problem && (isNotSent(problem.code) || (changedNothing && stopsRun(problem.code)));
      return waits ? { state: "ready", forgetOperation: true } : { state: "failed", reason };
    }
  }
}
