import type { RunApproval } from "#lib/contract/operations/approval.ts";

/** True if nothing may be sent before another person has approved it. */
export function needsApproval({ why, latest }: RunApproval): boolean {
  if (latest?.state === "approved" && latest.isCurrent) return false;
  return why.length > 0 || latest?.state === "waiting" || latest?.state === "rejected";
}
