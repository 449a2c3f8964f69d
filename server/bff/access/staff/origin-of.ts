import type { Origins } from "#server/bff/core/origins.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * The console's own origin for a link. It is the origin of this request, which the pipeline has compared with the
 * configured origins. It is never built from the Host header.
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
