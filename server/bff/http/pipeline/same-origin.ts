import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Method, RequestHeaders } from "#server/bff/core/route.ts";

/** True if a route changes something and so needs proof of the request's origin. HEAD is answered by GET's route. */
export function isStateChanging(method: Method): boolean {
  return method !== "GET";
}

/**
 * Refuses a state-changing request that another site may have sent. The request must come from one of `origins` and
 * carry the static header `X-Switchboard: 1`, which a foreign page cannot send without a preflight request.
 * Sec-Fetch-Site must be `same-origin` if the browser sends it. A request without an Origin header must have
 * Sec-Fetch-Site. The origin is never compared with Host, which the sender chooses.
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
