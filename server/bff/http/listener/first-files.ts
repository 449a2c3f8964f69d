import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The pages that people usually open after signing in: the overview and the list of customers. */
const firstPages = ["(console)/[environment]", "(console)/[environment]/customers"];

/** The folder of scripts in a build, as its pages list it. */
const scripts = "static/chunks/";

/** Files that a browser may load ahead. The URL of a file is `folder`, its name and `query`. */
export interface FirstFiles {
  folder: string;
  query: string;
  names: readonly string[];
}

/**
 * The scripts of the pages that people usually open after signing in. The sign-in page loads these files while the
 * browser is idle. `buildFolder` is the folder of the build (`.next`). Without names if the build does not list the
 * scripts of its pages.
 */
export function readFirstFiles(buildID: string, buildFolder: string): FirstFiles {
  const names = firstPages.flatMap((page) => {
    const file = join(buildFolder, "server", "app", page, "page_client-reference-manifest.js");
    return existsSync(file) ? scriptsIn(readFileSync(file, "utf8")) : [];
  });
  return { folder: `/_next/${scripts}`, query: `?dpl=${buildID}`, names: [...new Set(names)] };
}

/** The names of the scripts of a page and of its layouts, as Next lists them. */
function scriptsIn(manifest: string): string[] {
  const list = /"entryJSFiles":\{[^}]*\}/.exec(manifest)?.[0] ?? "";
  return [...list.matchAll(new RegExp(`"${scripts}([\\w.~-]+\\.js)"`, "g"))].map(([, name]) => name ?? "");
}
