import type { Session } from "#lib/contract/session.ts";
import type { Services } from "#server/bff/core/services.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

/** A session as `GET /api/session` shows it. */
export function sessionView(session: ActiveSession, { clients, clock }: Services): Session {
  const { staffID, email, name, role, environments } = session.staff;
  return {
    staff: { staffID, email, name, role },
    environments: environments.filter((environment) => clients.has(environment)),
    idleExpiresAt: new Date(session.idleExpiresAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
    asOf: new Date(clock.now()).toISOString(),
  };
}
