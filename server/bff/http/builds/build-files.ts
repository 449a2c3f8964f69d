import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { BuildFile } from "#server/bff/store/builds.ts";

/** The kinds of static files that there are, by their endings. */
export const staticTypes: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/** The scripts and styles in a build's folder of static files, as small as the build has made them. */
export async function readBuildFiles(folder: string): Promise<BuildFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const files: BuildFile[] = [];
  for (const path of paths) {
    const type = staticTypes[extname(path)];
    if (type === undefined) continue;
    const encoding = paths.has(`${path}.br`) ? "br" : "identity";
    const body = await readFile(encoding === "br" ? `${path}.br` : path);
    files.push({ path: relative(folder, path).split(sep).join("/"), type, encoding, body });
  }
  return files;
}
