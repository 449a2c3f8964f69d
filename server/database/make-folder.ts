import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents. Node's own recursive mkdir is not used, because it never returns for a path such as
 * /proc, where no folder can be created.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // The error is ignored if another process has created the folder in the meantime.
    if (!existsSync(path)) throw error;
  }
}
