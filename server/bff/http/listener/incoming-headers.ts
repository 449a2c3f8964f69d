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

/** What was said of a name: all requests have much the same ones. */
const judged = new Map<string, boolean>();
const maxJudged = 500;

export function isStrippedHeader(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const isStripped = stripped.has(lower) || strippedPrefixes.some((prefix) => lower.startsWith(prefix));
  if (judged.size >= maxJudged) judged.clear();
  judged.set(name, isStripped);
  return isStripped;
}

/**
 * Takes what clients may not send out of a request, and replaces what they may not choose: `host`
 * (nothing is built from what a client says there) and the request's ID. Next reads `headers`, the
 * Hono adapter `rawHeaders`: both are changed.
 */
export function cleanHeaders(incoming: IncomingMessage, own: { host: string; "x-request-id": string }): void {
  const replaced = new Set(Object.keys(own));
  for (const name of Object.keys(incoming.headers)) if (isStrippedHeader(name)) delete incoming.headers[name];
  Object.assign(incoming.headers, own);
  const raw: string[] = [];
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const { [index]: name = "", [index + 1]: value = "" } = incoming.rawHeaders;
    if (!isStrippedHeader(name) && !replaced.has(name.toLowerCase())) raw.push(name, value);
  }
  for (const [name, value] of Object.entries(own)) raw.push(name, value);
  incoming.rawHeaders = raw;
}
