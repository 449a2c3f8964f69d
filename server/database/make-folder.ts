import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. It does not use Node's own recursive mkdir, which never returns in a folder like
 * /proc, where no folder can be created.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // The error is ignored if the folder exists now, because another process may have created it.
    if (!existsSync(path)) throw error;
  }
}
