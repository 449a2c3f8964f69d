import { recentFactorMs, type Session } from "#lib/contract/console/session.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import { missingEnvironments } from "./missing-environments.ts";
import { lacksRequiredFactor } from "./recent-factor.ts";

/** A session, as `GET /api/session` returns it. */
export async function sessionView(session: ActiveSession, services: CoreServices): Promise<Session> {
  const { clients, clock } = services;
  const { staffID, email, name, role, environments } = session.staff;
  return {
    staff: {
      staffID,
      email,
      name,
      role,
      ...(missingEnvironments(services, session).length > 0 && { lacksEnvironments: true as const }),
    },
    ...(session.sso && { provider: session.sso.provider }),
    environments: environments.filter((environment) => clients.has(environment)),
    ...(clock.now() - session.factorAt < recentFactorMs && {
      confirmedUntil: new Date(session.factorAt + recentFactorMs).toISOString(),
    }),
    ...((await lacksRequiredFactor(services, session, session.factorPolicy)) && { factorRequired: true as const }),
    idleExpiresAt: new Date(session.idleExpiresAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
    asOf: new Date(clock.now()).toISOString(),
  };
}
