import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

/**
 * Throws `forbidden` for an API client without one of the environments: the log is one chain over all of them.
 * Administrators read it whole, because each can give themselves any environment, which is audited; a key cannot.
 */
export function requireWholeLog({
  services: { clients },
  session,
}: {
  services: Pick<CoreServices, "clients">;
  session: ActiveSession;
}): void {
  const lacking = [...clients.keys()].filter((environment) => !session.staff.environments.includes(environment));
  if (!session.isClient || lacking.length === 0) return;
  throw new AppError("forbidden", `The audit log covers all environments, and this key does not have ${lacking}.`);
}
