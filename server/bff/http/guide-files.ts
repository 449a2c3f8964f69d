import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** A file of the guide, as the build has written it. */
export interface GuideFile {
  type: string;
  body: Buffer;
}

/** Returns a file of the guide by its name, such as `backup.html`. Null if the guide has no such file. */
export type ReadGuideFile = (name: string) => GuideFile | null;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
};

/**
 * Reads files of the guide that the build contains (docs/decisions/0070-the-guide-as-pages.md). Only files that the
 * folder lists can be read, so a name can never lead out of it.
 */
export function createGuideFiles(folder: string): ReadGuideFile {
  let names: ReadonlySet<string> | undefined;
  const list = () =>
    new Set(
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && extname(entry.name) in types)
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")),
    );
  return (name) => {
    // Without the folder, the next request looks again, because a build may still write it.
    if (!names && existsSync(folder)) names = list();
    const type = types[extname(name)];
    if (type === undefined || !names?.has(name)) return null;
    return { type, body: readFileSync(join(folder, name)) };
  };
}
