// Checks that no installed package is older than the floor that docs/advisories.md gives it.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/places.mjs";

/** @typedef {{ names: string[], floor: string }} Row */

const versionPattern = /^\d+\.\d+\.\d+$/;

/**
 * The rows of the table of floors: packages in backticks, then the lowest safe version.
 * @param {string} advisories the text of docs/advisories.md
 * @returns {Row[]}
 */
export function floorRows(advisories) {
  const rows = advisories.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((line) => {
    const [, packages = "", floor = ""] = line.split("|").map((cell) => cell.trim());
    if (!versionPattern.test(floor)) return [];
    return [{ names: [...packages.matchAll(/`([^`]+)`/g)].map((match) => String(match[1])), floor }];
  });
}

/**
 * Compares two versions; a pre-release is older than its release.
 * @param {string} version
 * @param {string} floor
 */
export function isOlder(version, floor) {
  const parts = (/** @type {string} */ text) => text.split(/[.+-]/, 3).map(Number);
  const [left, right] = [parts(version), parts(floor)];
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? 0;
    if (part !== other) return part < other;
  }
  return version.includes("-");
}

/**
 * @param {{ packages: Record<string, { version?: string }> }} lock what package-lock.json holds
 * @param {string} advisories the text of docs/advisories.md
 * @returns {string[]} a sentence for each problem
 */
export function floorProblems(lock, advisories) {
  const rows = floorRows(advisories);
  if (rows.length === 0) return ["docs/advisories.md has no table of floors"];
  return rows.flatMap(({ names, floor }) =>
    names.flatMap((name) => {
      const copies = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      if (copies.length === 0) return [`docs/advisories.md has a floor for ${name}, which is not installed`];
      return copies
        .filter(([, { version = "0.0.0" }]) => isOlder(version, floor))
        .map(([path, { version }]) => `${path} is ${version}, older than ${floor}: see docs/advisories.md`);
    }),
  );
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const problems = floorProblems(JSON.parse(read("package-lock.json")), read("docs/advisories.md"));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
