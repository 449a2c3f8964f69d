// Checks that every installed package has at least its lowest safe version from docs/advisories.md.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOlder } from "../setup/node-version.mjs";
import { nodePackages } from "../setup/pinned-node.mjs";
import { root } from "../setup/places.mjs";

/** @typedef {{ names: string[], floor: string }} Row */

const versionPattern = /^\d+\.\d+\.\d+$/;

/**
 * Returns the rows of the version table: packages in backticks, then their lowest safe version.
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
 * @param {{ packages: Record<string, { version?: string }> }} lock the content of package-lock.json
 * @param {string} advisories the text of docs/advisories.md
 * @returns {string[]} one sentence for each problem
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

/**
 * Checks that docs/advisories.md and package.json contain the same minimum version of Node. Also checks that
 * docs/advisories.md lists each package that contains Node. `floorProblems` can then report an old package. A package
 * below the minimum only causes a warning here, because no newer package exists for its system.
 * @param {{ packages: Record<string, { version?: string }> }} lock the content of package-lock.json
 * @param {string} advisories the text of docs/advisories.md
 * @param {string | undefined} nodeFloor `config.nodeFloor` of package.json, with which the console compares its own
 * Node
 * @returns {{ problems: string[], warnings: string[] }}
 */
export function nodeFloorFindings(lock, advisories, nodeFloor) {
  const floor = /^\| Node \| (\d+\.\d+\.\d+) \|/m.exec(advisories)?.[1];
  if (floor === undefined) return { problems: ["docs/advisories.md has no floor for Node"], warnings: [] };
  if (floor !== nodeFloor) {
    const problem = `docs/advisories.md has the floor ${floor} for Node, and package.json ${nodeFloor ?? "none"} (config.nodeFloor): make them the same`;
    return { problems: [problem], warnings: [] };
  }
  const named = new Set(floorRows(advisories).flatMap(({ names }) => names));
  const names = Object.values(nodePackages);
  const problems = names
    .filter((name) => !named.has(name))
    .map((name) => `docs/advisories.md does not name the newest version of ${name}`);
  const warnings = names.flatMap((name) => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (version === undefined || !isOlder(version, floor)) return [];
    return [
      `${name} is ${version}: no package of Node ${floor} or newer exists for this system yet (docs/advisories.md)`,
    ];
  });
  return { problems, warnings };
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const [lock, advisories] = [JSON.parse(read("package-lock.json")), read("docs/advisories.md")];
  const node = nodeFloorFindings(lock, advisories, JSON.parse(read("package.json")).config?.nodeFloor);
  const problems = [...floorProblems(lock, advisories), ...node.problems];
  for (const warning of node.warnings) console.log(`Warning: ${warning}`);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
