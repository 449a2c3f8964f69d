import type { OperationOutcome, OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { OperationKindName } from "#lib/contract/operations/operation.ts";
import { isKnownKind } from "#lib/contract/values/operations/operation-states.ts";

/** The outcome of a write, in a word or two. */
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
  "not-sent": "Not sent",
  refused: "Refused by the API",
  prevented: "Prevented",
  unknown: "Outcome unknown",
  "effect-not-seen": "Accepted, outcome unknown",
  superseded: "Superseded",
};

/** The outcomes, as filters. */
export const outcomeNames: Readonly<Record<OperationOutcome, string>> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  refused: "Refused",
  prevented: "Prevented",
  unknown: "Outcome unknown",
  superseded: "Superseded",
};

export const needsAttentionName = "Needs attention";

type ByKind = Readonly<Record<OperationKindName, string>>;

const same = (text: string): ByKind => ({ "create-customer": text, "change-contract": text });

const works = "The API accepted the request and is working on it. You can close this page; the work continues.";

const sentences: Readonly<Record<OutcomeDetail, ByKind>> = {
  recorded: same("The request is recorded. It has not been sent yet."),
  sent: same("The request was sent. The API has not responded yet."),
  running: same(works),
  "awaiting-effect": {
    "create-customer":
      "The API accepted the request. Its list does not show the customer yet. Switchboard checks again until it does, for up to a day. You can close this page.",
    "change-contract":
      "The API accepted the change. The contract does not show it yet. Switchboard checks again until it does, for up to a day. You can close this page.",
  },
  verified: {
    "create-customer": "The customer was created. Switchboard checked: the API’s list shows it.",
    "change-contract": "Switchboard checked the contract after the change: the change is in effect.",
  },
  succeeded: {
    "create-customer": "The job succeeded. The API named no customer that Switchboard could check.",
    "change-contract": "The job succeeded.",
  },
  accepted: {
    "create-customer":
      "The API accepted the request. It named neither a job nor a customer, so Switchboard has nothing to check.",
    "change-contract": "The API accepted the change.",
  },
  resolved: {
    "create-customer":
      "The API's response was lost. Switchboard checked and found exactly one matching customer: it was created.",
    "change-contract": "The API's response was lost. Switchboard checked and found the change in effect.",
  },
  failed: {
    "create-customer": "The API could not create the customer.",
    "change-contract": "The API accepted the change, but the job failed.",
  },
  cancelled: same("The API cancelled the job."),
  vanished: same("The API no longer finds the job, and Switchboard did not see it end. Check the customer to be sure."),
  "not-sent": same("The request could not be sent. Nothing was changed."),
  refused: same("The API refused the request. Nothing was changed."),
  prevented: same("Switchboard did not send the request. Nothing was changed."),
  unknown: same(
    "The API's response was lost. The request may or may not have taken effect. Switchboard never resends it automatically.",
  ),
  "effect-not-seen": {
    "create-customer":
      "The API accepted the request, but the last check did not show the customer. Switchboard does not check again. Look for the customer before you create it again.",
    "change-contract":
      "The API accepted the change, but the last check did not show it in the contract. Switchboard does not check again. Check the customer before you change it again.",
  },
  superseded: {
    "create-customer": "A later request replaced this one before a check showed it in force.",
    "change-contract":
      "The API accepted the change, and then a later change of the same value, before a check showed this one in force. Switchboard does not check it any more.",
  },
};

/** The outcome in a sentence, by kind if it matters; in a word or two for a kind without sentences. */
export function outcomeSentence(detail: OutcomeDetail, kind: string): string {
  return isKnownKind(kind) ? sentences[detail][kind] : outcomeWords[detail];
}
