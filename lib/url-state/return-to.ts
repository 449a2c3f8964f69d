/** Any base does: it only tells whether a value leaves it. `.invalid` resolves nowhere (RFC 6761). */
const anyOrigin = "http://return-to.invalid";

const longest = 2_000;

/**
 * A local address to go to after signing in: path, query and hash of `value`, or `/` where `value`
 * could lead a browser to another origin. Browsers read `\` as `/` and drop tabs and newlines, so
 * anything with those is refused before it is parsed the way a browser parses it.
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
  // Dot segments may leave a path that begins with two slashes: another origin for the next reader.
  if (url.origin !== anyOrigin || url.pathname.startsWith("//")) return "/";
  const local = `${url.pathname}${url.search}${url.hash}`;
  return isLoop(url.pathname) ? "/" : local;
}

/** The API answers no pages, and the sign-in page would only lead back to itself. */
function isLoop(pathname: string): boolean {
  return ["/api", "/sign-in"].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
