import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";

/**
 * The audit event for a change of the console's data about a customer. For a note, the event has the length and not the
 * text: a text in the audit log could not be corrected, and it would not be removed together with the note.
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
