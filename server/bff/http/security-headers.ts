/** Headers of every response, for pages and for the API. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * The headers of a page. The address of the caller card may contain a telephone number, and that of an invitation has a
 * token. No request that such a page causes may name its address, not even to this console.
 */
export function pageHeaders(path: string): Readonly<Record<string, string>> {
  const isPrivate = path === "/caller" || path.startsWith("/invitations/");
  return isPrivate ? { ...commonHeaders, "Referrer-Policy": "no-referrer" } : commonHeaders;
}

/**
 * The content policy of responses that are not pages. A browser then shows such a response as text and runs nothing.
 */
export const closedContentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every API response. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  "Content-Security-Policy": closedContentPolicy,
  "Cache-Control": "private, no-store",
};

const twoYearsSeconds = 63_072_000;

/** Sent only on https. If a browser got this header on loopback, it would refuse http there for a long time. */
export const strictTransport = {
  name: "Strict-Transport-Security",
  value: `max-age=${twoYearsSeconds}; includeSubDomains`,
};

/** The Content-Security-Policy of a page. Its scripts and styles have this nonce. */
export function pageContentPolicy(nonce: string, development: boolean): string {
  // In development, React evaluates code for its error pages, and scripts insert styles. Both must be allowed.
  const scripts = `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`;
  const styles = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
