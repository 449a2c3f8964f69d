import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

/**
 * The configured environments without which the sender may not see data that cover all environments, such as the audit
 * log. Empty: the sender may see them. People who manage staff always may: they can give themselves access to any
 * environment anyway, and this is audited.
 */
export function missingEnvironments(
  { clients }: Pick<CoreServices, "clients">,
  { staff, isClient }: Pick<ActiveSession, "staff" | "isClient">,
): Environment[] {
  if (!isClient && may(staff.role, "staff.manage")) return [];
  return [...clients.keys()].filter((environment) => !staff.environments.includes(environment));
}
