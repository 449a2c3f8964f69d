import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { type AuditedRequest, auditSource } from "./audit-source.ts";

/**
 * Records that a person exports data as a file. This happens before the first byte is sent. If the event cannot be
 * recorded, no file is sent.
 */
export async function recordExport(
  context: AuditedRequest & { services: CoreServices; environment?: Environment | undefined },
  what: Record<string, unknown>,
): Promise<void> {
  const { services, environment } = context;
  const event = {
    ...auditSource(context),
    action: "export.started",
    outcome: "done",
    ...(environment && { environment }),
    after: what,
  } as const;
  await services.store.audit.append(event, services.clock.now());
}
