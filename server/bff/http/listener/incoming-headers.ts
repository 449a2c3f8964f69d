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

/** Headers that {@link cleanHeaders} replaces. */
type OwnHeaders = Record<"host" | "x-request-id", string>;

const replaced: ReadonlySet<string> = new Set(["host", "x-request-id"] satisfies (keyof OwnHeaders)[]);

type Verdict = "kept" | "replaced" | "stripped";

/** What was said of a name: all requests have much the same ones. */
const judged = new Map<string, Verdict>();
const maxJudged = 500;

function judge(name: string): Verdict {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const isStripped = stripped.has(lower) || strippedPrefixes.some((prefix) => lower.startsWith(prefix));
  const verdict = isStripped ? "stripped" : replaced.has(lower) ? "replaced" : "kept";
  if (judged.size >= maxJudged) judged.clear();
  judged.set(name, verdict);
  return verdict;
}

export const isStrippedHeader = (name: string): boolean => judge(name) === "stripped";

/**
 * Takes what clients may not send out of a request, and replaces what they may not choose: `host`
 * (nothing is built from what a client says there) and the request's ID. Next reads `headers`, the
 * Hono adapter `rawHeaders`: both are changed.
 */
export function cleanHeaders(incoming: IncomingMessage, own: OwnHeaders): void {
  const { headers, rawHeaders } = incoming;
  for (const name in headers) if (isStrippedHeader(name)) delete headers[name];
  headers.host = own.host;
  headers["x-request-id"] = own["x-request-id"];
  const raw: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (judge(name) === "kept") raw.push(name, rawHeaders[index + 1] ?? "");
  }
  raw.push("host", own.host, "x-request-id", own["x-request-id"]);
  incoming.rawHeaders = raw;
}
