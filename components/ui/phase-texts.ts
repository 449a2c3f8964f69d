import type { OperationPhase } from "#lib/operation-outcome.ts";

/** How a write stands, in a word or two. */
export const phaseNames: Readonly<Record<OperationPhase, string>> = {
  recorded: "Not sent yet",
  sent: "Waiting for the API",
  running: "Running",
  unknown: "Outcome unknown",
  succeeded: "Succeeded",
  confirmed: "Confirmed",
  accepted: "Accepted",
  found: "Found by reading",
  failed: "Failed",
  cancelled: "Cancelled",
  refused: "Refused by the API",
  "not-sent": "Not sent",
  vanished: "Job has vanished",
};
