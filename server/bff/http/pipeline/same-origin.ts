import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Method, RequestHeaders } from "#server/bff/core/route.ts";

/**
 * True if a route changes something. Such a route needs proof of the request's origin. A HEAD request is answered by
 * the route of GET.
 */
export function isStateChanging(method: Method): boolean {
  return method !== "GET";
}

/**
 * Refuses a state-changing request that another site may have sent. The request must come from one of `origins` and
 * have the header `X-Switchboard: 1`. A foreign page cannot send this header without a preflight request. If the
 * browser sends Sec-Fetch-Site, its value must be `same-origin`. A request without Origin must have Sec-Fetch-Site. The
 * origin is never compared with Host, because the sender chooses Host.
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
