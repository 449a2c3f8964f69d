import type { ProbeAnswer } from "#lib/contract/console/availability.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** Checks at once whether the API answers again, even during a pause. If it does, every pause ends. */
export async function probeApi({
  context,
}: {
  context: RouteContext<"api.probe", "/api/:environment/probe">;
}): Promise<ProbeAnswer> {
  const { services, environment } = context;
  const { client, call } = requestAPI(context);
  const event = { ...auditSource(context), action: "api.probed", outcome: "done", environment } as const;
  await services.store.audit.append(event, services.clock.now());
  return client.probe(call);
}
