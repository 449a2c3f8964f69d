import { constants } from "node:os";
import { place } from "./places.mjs";
import { prepare } from "./prepare.mjs";
import { onEnd, run as runToEnd, signalAll, signalGroup, startChild } from "./processes.mjs";
import { exitWith, Stop } from "./stop.mjs";

/** A program that does not end by itself is ended after this; the host's own draining is shorter. */
const timeoutMs = 20_000;

/** @typedef {{ what: string, needsBuild: boolean, run?: { file: string, flags?: string[], mode: NodeJS.ProcessEnv["NODE_ENV"] } }} Program */

/** @type {Program} */
const start = {
  what: "npm start",
  needsBuild: true,
  run: { file: "server/main.ts", mode: "production" },
};

/** @type {Record<string, Program>} */
const others = {
  "--build": { what: "npm run build", needsBuild: true },
  "--bench": {
    what: "npm run bench",
    needsBuild: true,
    run: { file: "tests/bench/main.ts", mode: "production" },
  },
  "--screenshots": {
    what: "npm run screenshots",
    needsBuild: true,
    run: { file: "tests/screenshots/main.ts", mode: "production" },
  },
  "--soak": {
    what: "npm run soak",
    needsBuild: false,
    run: { file: "tests/soak/main.ts", mode: "production" },
  },
  "--dev": {
    what: "npm run dev",
    needsBuild: false,
    run: { file: "server/main.ts", flags: ["--development"], mode: "development" },
  },
  "--api": {
    what: "npm run api",
    needsBuild: false,
    run: { file: "server/provisioning/main.ts", mode: "production" },
  },
};

/**
 * Sets up what is missing, then runs one of the programs until it ends.
 * @param {string[]} args the program's flag, if any, then what it is given
 */
export function startProgram(args) {
  const other = others[args[0] ?? ""];
  return exitWith(() => runProgram(other ?? start, other ? args.slice(1) : args));
}

/**
 * @param {Program} program
 * @param {string[]} args
 */
async function runProgram({ what, needsBuild, run }, args) {
  // Nothing to drain while it is set up: an interrupted install or build is made anew by the next start.
  /** @type {(signal: NodeJS.Signals) => void} */
  let end = (signal) => {
    signalAll("SIGKILL");
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  onEnd((signal) => end(signal));
  const { node, release } = await prepare({ what, needsBuild, beforeBuild: run && checkStart });
  try {
    if (!run) return 0;
    const host = supervise(node, [run.file, ...(run.flags ?? []), ...args], run.mode);
    end = host.end;
    return await host.code;
  } finally {
    release();
  }
}

/**
 * Before minutes go into a build: would the console start at all?
 * @param {string} node
 */
async function checkStart(node) {
  const { code, output } = await runToEnd(node, [place("scripts", "setup", "preflight.mjs")]);
  if (code !== 0) throw new Stop(output.trimEnd());
}

/**
 * Runs a program until it ends. It watches its channel to us, so it ends even when we are killed.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv["NODE_ENV"]} mode
 */
function supervise(node, args, mode) {
  const child = startChild(node, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" },
  });
  /** @type {Promise<number>} its exit code */
  const code = new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${node} could not be started (${error.message}): delete node_modules and run this again.`);
      resolve(1);
    });
    child.once("exit", (exitCode, signal) => {
      if (signal) console.error(`${args[0]} was ended by ${signal}.`);
      resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    // The program alone: it ends what it started itself, in its own order. Windows knows no such
    // signals between processes; the lost channel tells the program there.
    if (process.platform !== "win32") child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    else if (child.connected) child.disconnect();
    setTimeout(() => signalGroup(child, "SIGKILL"), timeoutMs).unref();
  };
  return { code, end };
}
