// Checks that the lock file contains no host names. Each package without a checksum must be listed with a reason.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/places.mjs";

/** @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean }} Entry */

/**
 * @param {{ packages: Record<string, Entry> }} lock the content of package-lock.json
 * @param {string} advisories the text of docs/advisories.md
 * @returns {string[]} one sentence for each problem
 */
export function lockFileProblems(lock, advisories) {
  const named = new Set([...advisories.matchAll(/`(@?[\w./-]+@\d[\w.+-]*)`/g)].map((match) => String(match[1])));
  /** @type {string[]} */
  const problems = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.link) continue;
    const name = `${path.replace(/^.*node_modules\//, "")}@${entry.version}`;
    if (/^[a-z+]+:/.test(entry.resolved ?? "")) {
      problems.push(`package-lock.json names where ${name} comes from: remove its "resolved"`);
    }
    if (!entry.integrity && !named.delete(name)) {
      problems.push(
        `package-lock.json has no checksum for ${name}: add it, or name it with the reason in docs/advisories.md`,
      );
    } else if (entry.integrity && named.has(name)) {
      problems.push(`docs/advisories.md says that ${name} has no checksum, but package-lock.json has one`);
    }
  }
  return problems;
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const problems = lockFileProblems(JSON.parse(read("package-lock.json")), read("docs/advisories.md"));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
