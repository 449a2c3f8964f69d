import type { RunApproval } from "#lib/contract/operations/approval.ts";

/** True if a second person must approve the run before anything is sent. */
export function needsApproval({ why, latest }: RunApproval): boolean {
  if (latest?.state === "approved" && latest.isCurrent) return false;
  return why.length > 0 || latest?.state === "waiting" || latest?.state === "rejected";
}
