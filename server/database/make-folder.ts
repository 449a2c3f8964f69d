import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. In a folder like /proc no folder can be created, and Node's own recursive mkdir
 * never returns there.
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
