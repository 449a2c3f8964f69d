import type { Origins } from "#server/bff/core/origins.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * The origin of the console for a link: the request's Origin header if it is a configured origin, otherwise the first
 * configured origin. The Host header is never used.
 */
export function originOf({
  requestHeaders,
  services,
}: {
  requestHeaders: RequestHeaders;
  services: { origins: Origins };
}): string {
  const requestOrigin = requestHeaders.get("origin");
  const origins = services.origins.current();
  const [first = ""] = origins;
  return requestOrigin !== null && origins.has(requestOrigin) ? requestOrigin : first;
}
