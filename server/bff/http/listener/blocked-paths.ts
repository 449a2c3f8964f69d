/**
 * Next's own paths that are always blocked, in any mode and spelling:
 * - the tools of the development server: `/__nextjs_…` opens Node's inspector, reads source files and starts an editor;
 *   `/_next/mcp` answers questions about the running program
 * - the image optimiser, which fetches any address that a request names
 * - the error page of the root layout, which Next has prerendered without a nonce and which every cache may keep
 * - the source maps of a build
 * - the compressed files of a build, which are served under the name of the original file
 */
const blocked = /\/__next|\/_(next\/(image|mcp)|global-error)(?![\w-])|\/_next\/static\/.*\.(map|br|gz)$/i;

/** True for one of Next's own paths that the console does not use. */
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
