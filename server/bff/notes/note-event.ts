import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";

/**
 * The audit event for a change of the console's records about a customer. For a note it contains the length, not the
 * text: the log cannot be corrected, and retention could not remove the text from it.
 */
export function noteEvent(
  request: AuditedRequest & { environment: Environment },
  action: Extract<AuditAction, `note.${string}` | "tags.changed">,
  customerID: string,
  facts: Pick<NewAuditEvent, "before" | "after"> & { ticket?: string | null | undefined },
): NewAuditEvent {
  const { ticket, ...values } = facts;
  return {
    ...auditSource(request),
    action,
    environment: request.environment,
    outcome: "done",
    target: { kind: "customer", id: customerID },
    ...(typeof ticket === "string" && { ticket }),
    ...values,
  };
}
