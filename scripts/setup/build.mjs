import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressStatic } from "./compress-static.mjs";
import { buildFolder, place } from "./places.mjs";
import { run } from "./processes.mjs";
import { withProgress } from "./progress.mjs";
import { Stop } from "./stop.mjs";

/** The stamp is written when a build is complete, so an interrupted build has no valid stamp. */
const stampFile = join(buildFolder, "switchboard-build.json");

/**
 * @param {string} hash
 * @returns {"missing" | "stale" | "fresh"}
 */
export function buildState(hash) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
    return stamp.hash === hash && stamp.buildID === buildID() ? "fresh" : "stale";
  } catch {
    return "missing";
  }
}

const buildID = () => readFileSync(join(buildFolder, "BUILD_ID"), "utf8");

/**
 * @param {string} node the Node that runs Switchboard
 * @param {string} hash
 */
export async function build(node, hash) {
  rmSync(stampFile, { force: true });
  const { code, output } = await withProgress("Building the console", () =>
    run(node, [place("node_modules", "next", "dist", "bin", "next"), "build"], {
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    }),
  );
  if (code !== 0) {
    process.stderr.write(output);
    throw new Stop("The build failed, as the lines above say.");
  }
  await withProgress("Compressing its static files", () => compressStatic(join(buildFolder, "static")));
  writeFileSync(stampFile, JSON.stringify({ hash, buildID: buildID() }));
}
