import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * The console's own origin for a link: the origin of this request, which the pipeline has compared with the configured
 * ones. It is never built from the Host header.
 */
export function originOf({
  requestHeaders,
  services,
}: {
  requestHeaders: RequestHeaders;
  services: { origins: ReadonlySet<string> };
}): string {
  const requestOrigin = requestHeaders.get("origin");
  const [first = ""] = services.origins;
  return requestOrigin !== null && services.origins.has(requestOrigin) ? requestOrigin : first;
}
