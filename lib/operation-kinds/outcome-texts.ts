import type { OperationOutcome, OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { WordedDetail } from "#lib/operation-kinds/kind-description.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";

/** The outcome of a write, in a few words. */
export const outcomeWords: Readonly<Record<OutcomeDetail, string>> = {
  recorded: "Waiting",
  sent: "Sent",
  running: "Running",
  "awaiting-effect": "Accepted, not yet in force",
  verified: "Verified",
  succeeded: "Succeeded",
  accepted: "Accepted",
  resolved: "Resolved by checking",
  failed: "Failed",
  cancelled: "Cancelled",
  vanished: "Job not found",
  "not-sent": "Sending failed",
  refused: "Refused by the API",
  prevented: "Not sent",
  unknown: "Outcome unknown",
  "effect-not-seen": "Accepted, outcome unknown",
  superseded: "Superseded",
};

/** The names of outcomes for filters. */
export const outcomeNames: Readonly<Record<OperationOutcome, string>> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  refused: "Refused",
  prevented: "Not sent",
  unknown: "Outcome unknown",
  superseded: "Superseded",
};

export const needsAttentionName = "Needs attention";

/** The sentences that all kinds of operations share. For all other outcomes, each kind has its own sentences. */
const sentences: Readonly<Record<Exclude<OutcomeDetail, WordedDetail>, string>> = {
  recorded: "The request is recorded. It has not been sent yet.",
  sent: "The request was sent. The API has not responded yet.",
  running: "The API accepted the request and is working on it. You can close this page; the work continues.",
  cancelled: "The API cancelled the job.",
  vanished: "The API no longer finds the job, and Switchboard did not see it end. Check the customer to be sure.",
  "not-sent": "The request could not be sent. Nothing was changed.",
  refused: "The API refused the request. Nothing was changed.",
  prevented: "Switchboard did not send the request. Nothing was changed.",
  unknown:
    "The API's response was lost. The request may or may not have taken effect. Switchboard never resends it automatically.",
};

/**
 * The outcome in a sentence. The operation's kind may have its own sentences. If the kind is unknown, the outcome in a
 * few words.
 */
export function outcomeSentence(detail: OutcomeDetail, kind: string): string {
  const described = describeKind(kind);
  return described ? { ...sentences, ...described.sentences }[detail] : outcomeWords[detail];
}
