import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts */
export const place = (...parts) => join(root, ...parts);

/** The folder of the set-up's own files: its lock, and one file for every program that runs from this repository. */
export const setupFolder = place(".data", "setup");

export const buildFolder = place(".next");
export const guideFolder = place(".next", "guide");
