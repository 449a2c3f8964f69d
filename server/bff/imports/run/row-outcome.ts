import type { Problem } from "#lib/contract/errors.ts";
import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { isNotSent, stopsRun } from "#server/bff/operations/runs/stopping-errors.ts";
import { noAnswerRecorded } from "#server/bff/operations/settle-write.ts";
import type { ImportRowOutcome } from "#server/bff/store/imports/import-row-store.ts";

/** A problem in the API's own words, if it gave any. */
export function wordsOf({ detail, errors }: Pick<Problem, "detail" | "errors">): string {
  const all = errors.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  return [detail, ...all].join(" ");
}

/** The state that a creation's outcome gives to its row. */
export function rowOutcomeOf(operation: Operation): ImportRowOutcome {
  const { problem, sentAt, job, jobID, customerID } = operation;
  const reason = problem && wordsOf(problem);
  const knownIDs = { customerID, jobID, ...(sentAt !== undefined && { sentAt: Date.parse(sentAt) }) };
  const detail = outcomeDetailOf(operation);
  switch (detail) {
    case "verified":
    case "succeeded":
    case "accepted":
    case "resolved":
      return { state: "created", ...knownIDs };
    case "running":
    case "awaiting-effect":
    case "superseded":
      return { state: "accepted", ...knownIDs };
    case "failed":
    case "cancelled":
      return {
        state: "failed",
        reason: job?.reason ?? `Its job ${jobID} is ${job?.stateText || detail}.`,
        ...knownIDs,
      };
    case "vanished":
      return { state: "failed", reason: `The API no longer knows its job ${jobID}.`, ...knownIDs };
    case "recorded":
    case "sent":
    case "unknown":
      return { state: "unknown", reason: reason ?? noAnswerRecorded, ...knownIDs };
    case "effect-not-seen":
      return {
        state: "unknown",
        reason: `The API accepted it. ${operation.finding?.message ?? ""}`.trim(),
        ...knownIDs,
      };
    case "refused":
    case "prevented":
    case "not-sent": {
      // Nothing was sent and the row is correct: it waits until the pause ends.
      const waits =
        (problem && isNotSent(problem.code)) || (detail === "not-sent" && problem && stopsRun(problem.code));
      return waits ? { state: "ready", forgetOperation: true } : { state: "failed", reason, ...knownIDs };
    }
  }
}
