import type { AuditPeople } from "#lib/contract/access/audit-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** Lists all people by whom the log can be filtered, disabled people included. */
export async function listAuditPeople({
  context,
}: {
  context: RouteContext<"audit.read", "/api/audit/people">;
}): Promise<AuditPeople> {
  return { people: await context.services.store.audit.people() };
}
