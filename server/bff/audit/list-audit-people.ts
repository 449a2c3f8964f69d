import type { AuditPeople } from "#lib/contract/access/audit-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** Everybody whose events the list can be narrowed to, disabled people included. */
export async function listAuditPeople({
  context,
}: {
  context: RouteContext<"audit.read", "/api/audit/people">;
}): Promise<AuditPeople> {
  return { people: await context.services.store.audit.people() };
}
