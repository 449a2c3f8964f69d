import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { buildFolder, place, root } from "./places.mjs";
import { run } from "./processes.mjs";
import { withProgress } from "./progress.mjs";
import { Stop } from "./stop.mjs";

/** All that Next's build reads. The provisioning service is a program of its own and not part of it. */
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

/** Written when a build is complete, so one that was cut short does not count. */
const stampFile = join(buildFolder, "switchboard-build.json");

/**
 * @param {string} path
 * @param {string} base
 * @returns {Generator<string>} the files under a path, in a fixed order
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

/** A fingerprint of everything that the build is made from. */
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
  writeFileSync(stampFile, JSON.stringify({ hash, buildID: buildID() }));
}
