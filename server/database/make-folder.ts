import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns in a folder like /proc, where no folder
 * can be created.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(path)) throw error;
  }
}
