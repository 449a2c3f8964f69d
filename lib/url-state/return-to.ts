/**
 * The base URL for parsing. It must differ from every origin that a value can contain. `.invalid` never resolves (RFC
 * 6761).
 */
const anyOrigin = "http://return-to.invalid";

const longest = 2_000;

/**
 * Returns a local URL to open after signing in: the path, query and hash of `value`. Returns `/` if `value` could lead
 * a browser to a different origin, to the API or back to the sign-in page. Browsers read `\` as `/` and drop tabs and
 * newlines, so values with these characters are refused before parsing. All remaining values are parsed as a browser
 * parses them.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value || value.length > longest) return "/";
  if (!/^\/(?![/\\])/.test(value) || /[\\\p{Cc}\s]/u.test(value)) return "/";
  let url: URL;
  try {
    url = new URL(value, anyOrigin);
  } catch {
    return "/";
  }
  // After parsing, a path with dot segments may start with two slashes. A browser would read that as a different
  // origin.
  if (url.origin !== anyOrigin || url.pathname.startsWith("//")) return "/";
  const local = `${url.pathname}${url.search}${url.hash}`;
  return isLoop(url.pathname) ? "/" : local;
}

/** True for URLs of the API, which are not pages. Also true for the sign-in page, which would lead back to itself. */
function isLoop(pathname: string): boolean {
  return ["/api", "/sign-in"].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
