import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { AnyRoute, RequestHeaders } from "#server/bff/core/route.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";
import type { HttpServices } from "./pipeline/http-services.ts";
import { isStateChanging } from "./pipeline/same-origin.ts";

interface CheckedRequest {
  services: HttpServices;
  route: Pick<AnyRoute, "key" | "method" | "countsAsActivity">;
  request: {
    requestID: string;
    address?: string | undefined;
    headers: RequestHeaders;
    params: Readonly<Record<string, string>>;
  };
  session: ActiveSession | null;
}

/**
 * Runs the policy checks and records refusals. For signed-in people, every refusal is recorded. For all other senders,
 * only refused changes are recorded. A repeated refusal is only counted. A refused background read is neither recorded
 * nor counted.
 */
export async function auditDenial<T>(checkedRequest: CheckedRequest, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (isAppError(error) && isDenial(checkedRequest, error.code)) await record(checkedRequest, error.code);
    throw error;
  }
}

/** Routes that pages call repeatedly in the background. Routes that never count as activity are not listed here. */
export const polledRoutes: ReadonlySet<string> = new Set([
  "GET /api/status",
  "GET /api/:environment/api-status",
  "GET /api/:environment/calls",
  "GET /api/:environment/customers/:customerID/jobs",
  "GET /api/:environment/jobs",
  "GET /api/:environment/jobs/:jobID",
  "GET /api/:environment/operations",
  "GET /api/:environment/operations/:operationID",
]);

/**
 * True for a read that an open page sends in the background with the header `quietHeader`, because no person has tried
 * anything. Only routes that pages read in the background qualify. Otherwise a client could hide every refusal by
 * sending this header.
 */
function isPolling({ route, request, session }: CheckedRequest): boolean {
  const isPolled = route.countsAsActivity === false || polledRoutes.has(route.key);
  return session !== null && isPolled && !isStateChanging(route.method) && request.headers.get(quietHeader) === "1";
}

function isDenial(checkedRequest: CheckedRequest, code: string): boolean {
  const { route, request, session } = checkedRequest;
  if (isPolling(checkedRequest)) return false;
  // If the environment in the path is unknown, the address was mistyped. Such a refusal is not recorded.
  if (code === "not_found") return session !== null && environmentOf(request) !== undefined;
  return session !== null || isStateChanging(route.method);
}

function environmentOf({ params }: CheckedRequest["request"]): Environment | undefined {
  return environmentSchema.safeParse(params.environment).data;
}

function record({ services, route, request, session }: CheckedRequest, code: string): Promise<void> {
  const { requestID, address, headers } = request;
  const environment = environmentOf(request);
  const who = session ? session.staff.staffID : addressKey(address ?? "unknown");
  return services.refusals.record(`${who} ${route.key} ${environment ?? ""} ${code}`, {
    ...auditSource({ requestID, address, requestHeaders: headers, session }),
    action: "access.denied",
    outcome: "denied",
    target: { kind: "route", id: route.key },
    ...(environment && { environment }),
    after: { code },
  });
}
