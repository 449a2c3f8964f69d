import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type AuditedRequest, auditSource } from "./audit-source.ts";

interface Run {
  environment: Environment;
  ticket: string | null;
}

/**
 * The audit event for a person's action on a bulk change or an import. The change or creation of each customer has its
 * own event. The event contains no content of a file.
 */
export function runEvent(
  request: AuditedRequest,
  action: Extract<AuditAction, `bulk.${string}` | `import.${string}`>,
  run: Run & ({ bulkID: string } | { importID: string }),
  facts: Pick<NewAuditEvent, "before" | "after">,
): NewAuditEvent {
  const { environment, ticket } = run;
  return {
    ...auditSource(request),
    action,
    environment,
    outcome: "done",
    target: "bulkID" in run ? { kind: "bulk", id: run.bulkID } : { kind: "import", id: run.importID },
    ...(ticket !== null && { ticket }),
    ...facts,
  };
}
