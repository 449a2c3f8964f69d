import type { ErrorCode } from "#lib/contract/errors.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { RouteError } from "#server/bff/core/route-errors.ts";

/** A route without its handler, which the document does not describe. */
export type DescribedRoute = Omit<AnyRoute, "handler">;

/**
 * The error codes of a route, by status. The members of the route determine the codes of the pipeline. The route
 * declares all other codes in `errors` (docs/decisions/0076-the-document-is-proved.md). `upstream_refused` keeps the
 * status of the API, so it has the status `4XX`.
 */
export function errorsOfRoute(route: DescribedRoute): Map<string, ErrorCode[]> {
  const found = new Set<RouteError>([...pipelineErrors(route), ...(route.errors ?? [])]);
  const byStatus = new Map<string, Set<ErrorCode>>();
  const add = (status: string, code: ErrorCode) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set<ErrorCode>()).add(code));
  for (const error of found) {
    const [code, status] = error.split(" ") as [ErrorCode, string | undefined];
    add(status ?? String(errorStatus[code]), code);
  }
  if (found.has("upstream_refused")) {
    // A described status hides the range 4XX, so the code is listed with every status that the API's answer may have.
    for (const status of byStatus.keys()) if (/^4(?!01|29)/.test(status)) add(status, "upstream_refused");
    add("4XX", "upstream_refused");
  }
  const sorted = [...byStatus].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([status, codes]) => [status, [...codes].sort()]));
}

function* pipelineErrors(route: DescribedRoute): Generator<ErrorCode> {
  const { method, path, policy, dangerous, peopleOnly, forAssistants } = route;
  const isChange = method !== "GET";
  yield* ["invalid_request", "internal"] as const;
  // The session is read from the store. Routes without a session declare the error themselves.
  if (!route.sentByServer) yield "store_unavailable";
  if (path.split("/").includes(":environment")) yield "not_found";
  if (isChange) yield* ["payload_too_large", "unsupported_media_type"] as const;
  if (isChange && !route.sentByServer) yield "cross_site_request";
  // The limit applies to signed-in people on every route, even on routes that need no session.
  if (!route.sentByServer && (route.countsAsWrite ?? isChange)) yield "too_many_writes";
  if (policy === "anyone") return;
  // A key can be bound to addresses, so every route that takes a key can answer `forbidden`.
  yield* ["not_signed_in", "invalid_key", "forbidden", "too_many_requests"] as const;
  if (!route.beforeSecondFactor && !forAssistants) yield "factor_required";
  if (dangerous) yield "step_up_required";
  // A key that is allowed for assistants changes nothing through any other route.
  if (dangerous || peopleOnly || (isChange && !forAssistants)) yield "not_for_clients";
}
