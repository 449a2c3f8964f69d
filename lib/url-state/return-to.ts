/**
 * The base for parsing. It only has to differ from every origin that a value can name. `.invalid` never resolves (RFC
 * 6761).
 */
const anyOrigin = "http://return-to.invalid";

const longest = 2_000;

/**
 * A local URL to open after signing in: the path, query and hash of `value`. Returns `/` if `value` could lead a
 * browser to another origin. Browsers read `\` as `/` and drop tabs and newlines. A value with these characters is
 * refused before it is parsed. The rest is parsed as browsers parse it.
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
  // A path with dot segments may become a path that begins with two slashes. A browser would read that as another
  // origin.
  if (url.origin !== anyOrigin || url.pathname.startsWith("//")) return "/";
  const local = `${url.pathname}${url.search}${url.hash}`;
  return isLoop(url.pathname) ? "/" : local;
}

/** True for URLs that are no pages (the API), and for the sign-in page, which would lead back to itself. */
function isLoop(pathname: string): boolean {
  return ["/api", "/sign-in"].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
