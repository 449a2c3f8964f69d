import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type AuditedRequest, auditSource } from "./audit-source.ts";

interface Run {
  environment: Environment;
  ticket: string | null;
}

/**
 * The audit event of a person's step of a bulk change or an import. Each customer's change or creation has its own
 * event as an operation. The event contains no content of a file.
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
