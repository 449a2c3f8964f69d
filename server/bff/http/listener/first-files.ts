import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The pages that people usually open after signing in: the overview and the list of customers. */
const firstPages = ["(console)/[environment]", "(console)/[environment]/customers"];

/**
 * The URLs of the scripts of the pages that people usually open after signing in. The sign-in page loads these files
 * while the browser is idle. `buildFolder` is the folder of the build (`.next`). Empty if the build does not list the
 * scripts of its pages.
 */
export function readFirstFiles(buildID: string, buildFolder: string): string[] {
  const names = firstPages.flatMap((page) => {
    const file = join(buildFolder, "server", "app", page, "page_client-reference-manifest.js");
    return existsSync(file) ? scriptsIn(readFileSync(file, "utf8")) : [];
  });
  return [...new Set(names)].map((name) => `/_next/${name}?dpl=${buildID}`);
}

/** The scripts of a page and of its layouts, as Next lists them. */
function scriptsIn(manifest: string): string[] {
  const list = /"entryJSFiles":\{[^}]*\}/.exec(manifest)?.[0] ?? "";
  return [...list.matchAll(/"(static\/chunks\/[\w.~-]+\.js)"/g)].map(([, name]) => name ?? "");
}
