import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * The console's own address for a link: the one that this request came from, which the pipeline has compared with ours.
 * Never made of Host.
 */
export function originOf({
  requestHeaders,
  services,
}: {
  requestHeaders: RequestHeaders;
  services: { origins: ReadonlySet<string> };
}): string {
  const given = requestHeaders.get("origin");
  const [first = ""] = services.origins;
  return given !== null && services.origins.has(given) ? given : first;
}
