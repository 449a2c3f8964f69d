/**
 * Paths of Next that are always blocked, in any mode and any spelling:
 * - the tools of the development server: `/__nextjs_…` opens Node's inspector, reads source files and starts an editor;
 *   `/_next/mcp` answers questions about the running program
 * - the image optimiser, which loads any address that a request names
 * - the error page of the root layout: Next has prerendered it without a nonce, and any cache may store it
 * - the source maps of a build
 * - the compressed files of a build, which are sent only under the names of the original files
 */
const blocked = /\/__next|\/_(next\/(image|mcp)|global-error)(?![\w-])|\/_next\/static\/.*\.(map|br|gz)$/i;

/** True for a path of Next that must not be reachable. */
export function isBlockedPath(path: string): boolean {
  const plain = decoded(path).replace(/[\\/]+/g, "/");
  return blocked.test(plain) || blocked.test(withoutDots(plain));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Resolves dots in the path as Next's development server does: `/_next/x/../mcp` becomes `/_next/mcp`. */
function withoutDots(path: string): string {
  return URL.canParse(path, "http://host") ? new URL(path, "http://host").pathname : path;
}
