import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Method, RequestHeaders } from "#server/bff/core/route.ts";

/**
 * True if a route changes something. For such a route, the request must prove its origin. `Method` has no HEAD, because
 * the routes for GET also answer HEAD requests.
 */
export function isStateChanging(method: Method): boolean {
  return method !== "GET";
}

/**
 * Refuses a request for a change if another site may have sent it. The request must come from one of `origins` and have
 * the header `X-Switchboard: 1`. A page of another site cannot send this header without a preflight request. If the
 * browser sends Sec-Fetch-Site, its value must be `same-origin`. A request without Origin must have Sec-Fetch-Site. The
 * origin is never compared with Host, because the sender can choose Host.
 */
export function requireSameOrigin(headers: RequestHeaders, origins: ReadonlySet<string>): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const fromHere =
    origin === null ? site === "same-origin" : origins.has(origin) && (site ?? "same-origin") === "same-origin";
  if (!fromHere) {
    throw new AppError(
      "cross_site_request",
      "This request did not come from the address of Switchboard. Open Switchboard at its public address (PUBLIC_ORIGIN).",
    );
  }
  if (headers.get("x-switchboard") !== "1") {
    throw new AppError("cross_site_request", "Requests that change something need the header X-Switchboard: 1.");
  }
}
