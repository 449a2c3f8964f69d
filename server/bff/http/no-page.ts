/**
 * Whether a path is one of Next's own that nothing here uses: the image optimiser, which fetches what
 * it is told to, and the page for errors of the root layout, which Next has prerendered without a
 * nonce and lets every cache keep.
 */
export function isNoPage(path: string): boolean {
  return /^\/_(next\/image|global-error)(?![\w-])/i.test(decoded(path).replace(/\/+/g, "/"));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
