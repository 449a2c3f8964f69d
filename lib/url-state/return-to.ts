/**
 * Any origin would do, because it only serves to detect a value that leads to another one. `.invalid` never resolves
 * (RFC 6761).
 */
const anyOrigin = "http://return-to.invalid";

const longest = 2_000;

/**
 * A local URL to open after signing in: the path, query and hash of `value`. If `value` could lead a browser to another
 * origin, `/`. Browsers read `\` as `/` and drop tabs and newlines. A value that contains these is refused before it is
 * parsed, and the rest is parsed as browsers do.
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
  // Dot segments may leave a path that begins with two slashes. A browser would read it as another origin.
  if (url.origin !== anyOrigin || url.pathname.startsWith("//")) return "/";
  const local = `${url.pathname}${url.search}${url.hash}`;
  return isLoop(url.pathname) ? "/" : local;
}

/** True for URLs that are no pages (the API), and for the sign-in page, which would lead back to itself. */
function isLoop(pathname: string): boolean {
  return ["/api", "/sign-in"].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
