import { join } from "node:path";
import { build, buildState } from "./build.mjs";
import { buildInputsHash } from "./build-inputs.mjs";
import { writeGuideWhenStale } from "./guide/guide-state.mjs";
import { currentInstallState, install } from "./install.mjs";
import { hold, holdersIn, withLock } from "./lock.mjs";
import { nodeLine, nodeToRun } from "./pinned-node.mjs";
import { setupFolder } from "./places.mjs";
import { Stop } from "./stop.mjs";

/** @typedef {import("./lock.mjs").Holder} Holder */

const lockFile = join(setupFolder, "lock");
const usePrefix = "in-use-";

/**
 * Installs and builds what is missing or stale. Only one process does this in the folder at a time, and only while no
 * other program is running from the folder.
 * @param {{ what: string, needsBuild: boolean, needsGuide?: boolean | undefined, beforeBuild?: ((node: string) => Promise<void>) | undefined }} request
 * `what` is the program's name, which is shown to people whose program must wait; `beforeBuild` may refuse a build
 * @returns {Promise<{ node: string, nodeLine: string, release: () => void }>} the Node to use, and a line for people
 * that describes it. Call `release` when the program has ended.
 */
export function prepare({ what, needsBuild, needsGuide = false, beforeBuild }) {
  const work = async () => {
    const state = currentInstallState();
    if (state !== "fresh") {
      refuseWhileUsed("packages are", "");
      await install(state);
    }
    const chosen = nodeToRun();
    const node = chosen.file;
    if (needsBuild) await buildWhenStale(node, beforeBuild);
    if (needsBuild || needsGuide) await writeGuideWhenStale(node);
    const use = hold(join(setupFolder, `${usePrefix}${needsBuild ? "build-" : ""}${process.pid}`), what);
    return { node, nodeLine: nodeLine(chosen), release: () => use?.release() };
  };
  return withLock(lockFile, what, work, (holder) =>
    console.log(`Waiting for ${holder.what || "another program"} (process ${holder.pid}), which sets this folder up …`),
  );
}

/**
 * @param {string} node
 * @param {((node: string) => Promise<void>) | undefined} beforeBuild
 */
async function buildWhenStale(node, beforeBuild) {
  const hash = buildInputsHash();
  if (buildState(hash) === "fresh") return;
  refuseWhileUsed("build is", "build-");
  await beforeBuild?.(node);
  await build(node, hash);
}

/**
 * @param {string} stale
 * @param {string} which
 */
function refuseWhileUsed(stale, which) {
  const [user] = holdersIn(setupFolder, usePrefix + which);
  if (!user) return;
  throw new Stop(
    `This folder's ${stale} out of date, but ${user.what} (process ${user.pid}) runs from here: end that first, then run this again.`,
  );
}
