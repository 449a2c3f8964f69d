import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";

/** The audit event of a person's step with a bulk change; each customer's change is audited as an operation. */
export function bulkEvent(
  request: AuditedRequest,
  action: Extract<AuditAction, `bulk.${string}`>,
  { bulkID, environment, ticket }: Pick<StoredBulk, "bulkID" | "environment" | "ticket">,
  facts: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  return {
    ...auditSource(request),
    action,
    environment,
    outcome: "done",
    target: { kind: "bulk", id: bulkID },
    ...(ticket !== null && { ticket }),
    ...facts,
  };
}
