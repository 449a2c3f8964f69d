import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./places.mjs";

/**
 * All files that Next's build reads. The provisioning service and `server/main.ts` are separate programs, so they are
 * not included.
 */
const inputs = [
  "app",
  "components",
  "lib",
  "public",
  "server",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];
const leftOut = ["server/provisioning", "server/main.ts"];

/**
 * @param {string} path
 * @param {string} base
 * @returns {Generator<string>} the files below a path, in a fixed order
 */
function* filesUnder(path, base) {
  const name = relative(base, path).split(sep).join("/");
  if (leftOut.includes(name) || !existsSync(path)) return;
  const entries = readEntries(path);
  if (!entries) yield name;
  else for (const entry of entries) yield* filesUnder(join(path, entry), base);
}

/** @param {string} path */
function readEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch {
    return undefined;
  }
}

/** Returns a hash of all files from which the build is made. */
export function buildInputsHash(base = root) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const name of filesUnder(join(base, input), base)) {
      const content = readFileSync(join(base, name));
      hash.update(`${name}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * Returns the ID of the build that is made from these inputs. The same sources give the same ID on every machine. The
 * ID is part of every script's URL. It contains no "a", because ad blockers could block a URL that contains "ad".
 */
export const buildIDOf = (/** @type {string} */ hash) => hash.slice(0, 16).replaceAll("a", "k");
