import type { IncomingMessage } from "node:http";

/**
 * Headers that clients may not send: Next and the proxies in front of it use them among themselves,
 * and would believe them (CVE-2025-29927 was a forged `x-middleware-subrequest`). No proxy is
 * configured whose forwarded addresses could be trusted.
 */
const stripped = new Set([
  "content-security-policy",
  "content-security-policy-report-only",
  "forwarded",
  "next-action",
  "next-resume",
  "x-matched-path",
  "x-nonce",
  "x-now-route-matches",
  "x-original-url",
  "x-real-ip",
  "x-rewrite-url",
]);

const strippedPrefixes = ["x-forwarded-", "x-invoke-", "x-middleware-", "x-next-cache-", "x-prerender-"];

export function isStripped(name: string): boolean {
  const lower = name.toLowerCase();
  return stripped.has(lower) || strippedPrefixes.some((prefix) => lower.startsWith(prefix));
}

/**
 * Takes what clients may not send out of a request, and replaces what they may not choose: `host`
 * (nothing is built from what a client says there) and the request's ID. Next reads `headers`, the
 * Hono adapter `rawHeaders`: both are changed.
 */
export function cleanHeaders(incoming: IncomingMessage, own: { host: string; "x-request-id": string }): void {
  const replaced = new Set(Object.keys(own));
  for (const name of Object.keys(incoming.headers)) if (isStripped(name)) delete incoming.headers[name];
  Object.assign(incoming.headers, own);
  const raw: string[] = [];
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = incoming.rawHeaders.slice(index, index + 2);
    if (!isStripped(name) && !replaced.has(name.toLowerCase())) raw.push(name, value);
  }
  for (const [name, value] of Object.entries(own)) raw.push(name, value);
  incoming.rawHeaders = raw;
}
