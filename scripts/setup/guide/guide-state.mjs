import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guideFolder, place, root } from "../places.mjs";
import { run } from "../processes.mjs";
import { Stop } from "../stop.mjs";

/** The file in the site that contains the hash of its sources. */
export const stampName = "stamp";

const folders = ["docs", "docs/guide", "docs/decisions", "scripts/setup/guide", "scripts/setup/guide/files"];

/**
 * Returns a hash of everything that the site is made from, except pictures.
 * @param {string} base the repository
 */
export function guideHash(base) {
  const hash = createHash("sha256");
  for (const folder of folders) {
    for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
      if (entry.isFile()) hash.update(`${entry.name}\0`).update(readFileSync(join(base, folder, entry.name)));
    }
  }
  for (const file of ["CHANGELOG.md", "package.json", "app/globals.css"]) hash.update(readFileSync(join(base, file)));
  return hash.digest("hex");
}

function isFresh() {
  try {
    return readFileSync(join(guideFolder, stampName), "utf8") === guideHash(root);
  } catch {
    return false;
  }
}

/**
 * Writes the guide's pages if they are missing or stale. A separate process does this, because it loads a package that
 * this process may just have installed.
 * @param {string} node the Node that runs Switchboard
 */
export async function writeGuideWhenStale(node) {
  if (isFresh()) return;
  const { code, output } = await run(node, [place("scripts", "setup", "guide", "write-guide.mjs")]);
  if (code !== 0) throw new Stop(`The guide could not be made:\n${output.trimEnd()}`);
}
