import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { machineNode, pinnedNodeFile } from "./pinned-node.mjs";
import { place } from "./places.mjs";
import { run } from "./processes.mjs";
import { withProgress } from "./progress.mjs";
import { Stop } from "./stop.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * Compares the packages that npm should install with the packages that it last installed. npm writes its own list into
 * node_modules at the end, so an interrupted install does not count.
 * @param {LockedPackages} wanted `packages` of package-lock.json
 * @param {LockedPackages | undefined} installed `packages` of node_modules/.package-lock.json
 * @returns {"missing" | "stale" | "fresh"}
 */
export function installState(wanted, installed) {
  if (!installed) return "missing";
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    if (!found && optional) continue;
    if (found?.version !== version || found?.integrity !== integrity) return "stale";
  }
  return "fresh";
}

/** @param {string} file */
function lockedPackages(file) {
  try {
    return /** @type {{ packages: LockedPackages }} */ (JSON.parse(readFileSync(file, "utf8"))).packages;
  } catch {
    return undefined;
  }
}

export function currentInstallState() {
  const wanted = lockedPackages(place("package-lock.json"));
  if (!wanted)
    throw new Stop(
      "package-lock.json is missing or broken: restore it (git checkout package-lock.json) and run this again.",
    );
  const state = installState(wanted, lockedPackages(place("node_modules", ".package-lock.json")));
  const pinned = pinnedNodeFile();
  // An earlier npm run may have omitted optional packages. The pinned Node is an optional package.
  return state === "fresh" && pinned && !existsSync(pinned) ? "stale" : state;
}

/** @param {"missing" | "stale"} state */
export async function install(state) {
  // `npm ci` deletes node_modules. Windows cannot delete a Node that is running from that folder, so `npm install` is
  // used.
  const command = process.platform === "win32" && state === "stale" ? ["install", "--no-save"] : ["ci"];
  // The machine's Node may be older than the packages require. npm's warnings about this are hidden, because the pinned
  // Node is new enough.
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await withProgress(
    state === "missing" ? "Installing packages (about half a minute)" : "Installing changed packages",
    () => npm([...command, ...options]),
  );
  if (code === 0 && currentInstallState() === "fresh") return;
  process.stderr.write(output);
  throw new Stop(
    "Installing the packages failed, as npm says above: mend that (often the connection or the disk) and run this again.",
  );
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath;
  if (script && basename(script) === "npm-cli.js") return run(machineNode(), [script, ...args]);
  return run("npm", args, { shell: process.platform === "win32" });
}
