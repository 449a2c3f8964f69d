import { randomUUID } from "node:crypto";
import { type ApprovalReason, approvalWaitMs } from "#lib/contract/values/operations/approval-states.ts";
import type { ApprovalSubject } from "#server/bff/core/approval-gate.ts";
import type { NewApproval } from "#server/bff/store/approvals/approval-rows.ts";

/** What a request asks to approve, and why. */
export type Wanted = Pick<NewApproval, "kind" | "subjectID" | "digest" | "request" | "why">;

/** The content of a request to approve a bulk change or an import as it is now. */
export function wantedRun(
  kind: "bulk" | "import",
  subjectID: string,
  { digest, title, rows, change, times, href }: ApprovalSubject,
  why: readonly ApprovalReason[],
): Wanted {
  const own = change && (change.plan === undefined ? { term: change.term ?? "" } : { plan: change.plan });
  return {
    kind,
    subjectID,
    digest,
    why: [...why],
    request: { title, rows, href, ...(own && { change: own }), ...times },
  };
}

/** A new request for approval, which expires if nobody decides. */
export const newApproval = (
  wanted: Wanted,
  by: Pick<NewApproval, "environment" | "requestedBy" | "ticket" | "reason">,
  nowMs: number,
): NewApproval => ({
  approvalID: randomUUID(),
  ...by,
  ...wanted,
  createdAt: nowMs,
  expiresAt: nowMs + approvalWaitMs,
});
