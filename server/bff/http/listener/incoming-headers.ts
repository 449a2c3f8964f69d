import type { IncomingMessage } from "node:http";

/**
 * Headers that clients may not send. Next and the proxies in front of it use these headers internally and trust them.
 * For example, CVE-2025-29927 was possible with a forged `x-middleware-subrequest`. Before these headers are removed,
 * the listener reads the `X-Forwarded-For` of trusted proxies.
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

/** The headers whose values {@link cleanHeaders} replaces. */
type OwnHeaders = Record<"host" | "x-request-id", string>;

const replaced: ReadonlySet<string> = new Set(["host", "x-request-id"] satisfies (keyof OwnHeaders)[]);

type Verdict = "kept" | "replaced" | "stripped";

/**
 * For each header name, whether the header is kept, replaced or removed. The results are cached, because almost all
 * requests have the same names.
 */
const verdictOfName = new Map<string, Verdict>();
const maxVerdicts = 500;

function judge(name: string): Verdict {
  const cachedVerdict = verdictOfName.get(name);
  if (cachedVerdict !== undefined) return cachedVerdict;
  const lower = name.toLowerCase();
  const isStripped = stripped.has(lower) || strippedPrefixes.some((prefix) => lower.startsWith(prefix));
  const verdict = isStripped ? "stripped" : replaced.has(lower) ? "replaced" : "kept";
  if (verdictOfName.size >= maxVerdicts) verdictOfName.clear();
  verdictOfName.set(name, verdict);
  return verdict;
}

export const isStrippedHeader = (name: string): boolean => judge(name) === "stripped";

/**
 * Removes headers that clients may not send. Replaces `host` and the request ID, because clients may not choose them.
 * So no address is ever built from a client's `host`. Node has two representations of the headers, and both are
 * changed.
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
