/**
 * Next's own paths that are always blocked, in any mode and spelling:
 * - what its development server tells about the process (`/__nextjs_…` opens Node's inspector, reads
 *   source files and starts an editor; `/_next/mcp` answers questions about the running program);
 * - the image optimiser, which fetches what it is told to;
 * - the page for errors of the root layout, which Next has prerendered without a nonce and lets every
 *   cache keep;
 * - the source maps of a build, and what it has compressed, which is served under the name of the file itself.
 */
const blocked = /\/__next|\/_(next\/(image|mcp)|global-error)(?![\w-])|\/_next\/static\/.*\.(map|br|gz)$/i;

/** Whether a path is one of Next's own that nothing here uses. */
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

/** The path as Next's development server reads it: `/_next/x/../mcp` is `/_next/mcp`. */
function withoutDots(path: string): string {
  return URL.canParse(path, "http://host") ? new URL(path, "http://host").pathname : path;
}
