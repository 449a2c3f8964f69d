import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts */
export const place = (...parts) => join(root, ...parts);

/** What set-up keeps for itself: its lock, and a note of every program that runs from this folder. */
export const setupFolder = place(".data", "setup");

export const buildFolder = place(".next");
