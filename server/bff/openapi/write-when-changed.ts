import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a file of the folder `root` if its text has changed. Returns a sentence that says whether it was written. */
export function writeWhenChanged(root: string, file: string, text: string): string {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return `${file} is up to date: nothing was written.`;
  writeFileSync(path, text);
  return `Wrote ${file}.`;
}
