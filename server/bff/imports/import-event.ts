import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type AuditedRequest, auditSource } from "#server/bff/audit/audit-source.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";

/** The audit event of a person's step with an import; nothing of the file's content is in it. */
export function importEvent(
  request: AuditedRequest,
  action: Extract<AuditAction, `import.${string}`>,
  { importID, environment, ticket }: Pick<StoredImport, "importID" | "environment" | "ticket">,
  facts: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  return {
    ...auditSource(request),
    action,
    environment,
    outcome: "done",
    target: { kind: "import", id: importID },
    ...(ticket !== null && { ticket }),
    ...facts,
  };
}
