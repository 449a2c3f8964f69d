import type { Contract } from "#lib/contract/customer.ts";
import { isFinished, type JobState } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { Member, resultTexts } from "./texts.ts";

export type Verdict = keyof typeof resultTexts.verdicts;

/** What an operation wants to be in force. */
export function wantedBy({ request }: Operation): { member: Member; value: unknown } {
  return request.term === undefined ? { member: "plan", value: request.plan } : { member: "term", value: request.term };
}

interface Known {
  operation: Operation;
  /** The job as it is now; `vanished` where the API does not know it any more. */
  job: JobState | "vanished" | undefined;
  /** The contract as it was read last, after the change. */
  contract: Contract | undefined;
}

/** What can honestly be said of a change: nothing is claimed that reading has not shown. */
export function verdictOf({ operation, job, contract }: Known): Verdict {
  const { state, jobID, confirmedAt } = operation;
  if (state === "reconciled") return "reconciled";
  if (state === "rejected" || state === "unknown") return state;
  if (state !== "accepted") return "waiting";
  const { member, value } = wantedBy(operation);
  const isSeen = confirmedAt !== undefined || (contract !== undefined && contract[member] === value);
  if (jobID === undefined) return isSeen ? "confirmed" : "unseen";
  if (job === "vanished") return "jobGone";
  if (job === undefined || !isFinished(job)) return "running";
  if (job !== "succeeded") return "jobFailed";
  return isSeen ? "jobDone" : "jobDoneUnseen";
}

/** Whether nothing more is to come for an operation, as far as its own record goes. */
export function isSettled({ state }: Operation): boolean {
  return state === "accepted" || state === "rejected" || state === "reconciled";
}
