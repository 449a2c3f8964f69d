import type { PlannedHold } from "#lib/contract/operations/planned.ts";
import type { HoldPlanned } from "#lib/contract/operations/planned-requests.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { PlannedServices } from "./planned-services.ts";
import { holdView } from "./planned-view.ts";

/**
 * Freezes all planned changes of an environment, or releases them. A step that is frozen beyond its latest time is
 * missed.
 */
export async function holdPlanned({
  context,
  input: { held, reason },
}: {
  context: RouteContext<"planned.hold", "/api/:environment/hold", PlannedServices>;
  input: HoldPlanned;
}): Promise<{ hold: PlannedHold }> {
  const { services, environment, session } = context;
  const { planned } = services.store;
  const { staffID, email } = session.staff;
  await planned.setHold(environment, held ? { environment, by: { staffID, email }, reason: reason ?? null } : null, {
    ...auditSource(context),
    action: held ? "planned.held" : "planned.released",
    environment,
    outcome: "done",
    target: { kind: "environment", id: environment },
    ...(reason !== undefined && { after: { reason } }),
  });
  if (!held) services.plannedRunner.wake();
  return { hold: holdView(await planned.hold(environment)) };
}
