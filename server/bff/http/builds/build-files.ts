import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { BuildFile } from "#server/bff/store/builds.ts";

/** The Content-Types of static files, by file extension. */
export const staticTypes: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

/**
 * Reads the scripts and styles of a build. The files are stored uncompressed. Other replicas read these files from the
 * store, and must not decompress data from there (docs/decisions/0003-pinned-node.md).
 */
export async function readBuildFiles(folder: string): Promise<BuildFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files: BuildFile[] = [];
  for (const entry of entries) {
    const type = staticTypes[extname(entry.name)];
    if (type === undefined || !entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    files.push({ path: relative(folder, path).split(sep).join("/"), type, encoding: "identity", body });
  }
  return files;
}
