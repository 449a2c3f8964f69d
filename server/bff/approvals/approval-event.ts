import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import type { NewApproval } from "#server/bff/store/approvals/approval-rows.ts";

type Known = Pick<
  NewApproval,
  "approvalID" | "environment" | "kind" | "subjectID" | "digest" | "request" | "requestedBy" | "ticket"
>;

/** The audit event for an action on an approval request, with its subject and its requester. */
export function approvalEvent(
  source: AuditedRequest | Pick<NewAuditEvent, "actor">,
  action: Extract<AuditAction, `approval.${string}`>,
  approval: Known,
  facts: Record<string, unknown> = {},
): NewAuditEvent {
  const { approvalID, environment, kind, subjectID, digest, request, requestedBy, ticket } = approval;
  const { customerID, change, expected, rows } = request;
  return {
    ...("actor" in source ? source : auditSource(source)),
    action,
    outcome: "done",
    environment,
    target: { kind: "approval", id: approvalID },
    after: {
      kind,
      digest,
      rows,
      requestedBy: requestedBy.email,
      ...(kind !== "change" && { subjectID }),
      ...(customerID !== undefined && { customerID }),
      ...(change && { change }),
      ...(expected && { expected }),
      ...facts,
    },
    ...(ticket !== null && { ticket }),
  };
}
