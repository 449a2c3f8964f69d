import { isKnownKind, type KnownKind } from "#lib/contract/operation.ts";
import type { OperationOutcome, OutcomeDetail } from "#lib/contract/operation-outcome.ts";

/** What a write has come to, in a word or two. */
export const outcomeWords: Readonly<Record<OutcomeDetail, string>> = {
  recorded: "Waiting",
  sent: "Sent",
  running: "Running",
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
};

export const needsAttentionName = "Needs attention";

type ByKind = Readonly<Record<KnownKind, string>>;

const same = (text: string): ByKind => ({ "create-customer": text, "change-contract": text });

const works = "The API has accepted it and works on it. You may close this page: it goes on all the same.";

const sentences: Readonly<Record<OutcomeDetail, ByKind>> = {
  recorded: same("It is recorded and not sent yet."),
  sent: same("It was sent. The API has not answered yet."),
  running: same(works),
  verified: {
    "create-customer": "The customer was read and is there.",
    "change-contract": "The contract was read after the change and shows it in force.",
  },
  succeeded: {
    "create-customer": "The customer is created.",
    "change-contract": "Its job has succeeded. The contract as it was read last does not show the change yet.",
  },
  accepted: {
    "create-customer": "The API has accepted it and named no job that could be followed.",
    "change-contract": "The API has accepted it. The contract as it was read last does not show the change yet.",
  },
  resolved: {
    "create-customer": "The API's answer was lost. Checking found exactly one customer that fits: it was created.",
    "change-contract": "The API's answer was lost. Checking found the change in force.",
  },
  failed: {
    "create-customer": "The API could not create the customer.",
    "change-contract": "The API accepted the change, but its job has failed.",
  },
  cancelled: same("The API has cancelled its job."),
  vanished: same("The API no longer knows its job, and nobody saw the job end. Check the customer to be sure."),
  "not-sent": same("It could not be sent. Nothing was changed."),
  refused: same("The API has refused it. Nothing was changed."),
  prevented: same("Switchboard did not send it. Nothing was changed."),
  unknown: same("The API's answer was lost: it may have been done or not. Switchboard never resends it automatically."),
};

/** The same in a sentence, by kind where it matters; of a kind without sentences in a word or two. */
export function outcomeSentence(detail: OutcomeDetail, kind: string): string {
  return isKnownKind(kind) ? sentences[detail][kind] : outcomeWords[detail];
}
