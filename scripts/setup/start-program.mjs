import { constants } from "node:os";
import { memoryVariables } from "./memory.mjs";
import { place } from "./places.mjs";
import { prepare } from "./prepare.mjs";
import { onEnd, run as runToEnd, signalAll, signalGroup, startChild } from "./processes.mjs";
import { exitWith, Stop } from "./stop.mjs";

/**
 * How long a program may take to stop before it is killed, in milliseconds. The host needs less time to finish its
 * running requests.
 */
const timeoutMs = 90_000;

/** @typedef {{ file: string, flags?: string[], mode: NodeJS.ProcessEnv["NODE_ENV"], savesMemory?: boolean }} ProgramFile */
/** @typedef {{ what: string, needsBuild: boolean, needsGuide?: boolean, run?: ProgramFile }} Program */

/** @type {Program} */
const start = {
  what: "npm start",
  needsBuild: true,
  run: { file: "server/main.ts", mode: "production", savesMemory: true },
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
  "--staff": {
    what: "npm run staff",
    needsBuild: false,
    run: { file: "server/bff/staff-command.ts", mode: "production" },
  },
  "--audit-verify": {
    what: "npm run audit:verify",
    needsBuild: false,
    run: { file: "server/bff/verify-audit.ts", mode: "production" },
  },
  "--migrate": {
    what: "npm run migrate",
    needsBuild: false,
    run: { file: "server/bff/migrate-command.ts", mode: "production" },
  },
  "--backup": {
    what: "npm run backup",
    needsBuild: false,
    run: { file: "server/bff/backup-command.ts", mode: "production" },
  },
  "--restore": {
    what: "npm run restore",
    needsBuild: false,
    run: { file: "server/bff/restore-command.ts", mode: "production" },
  },
  "--openapi": {
    what: "npm run openapi",
    needsBuild: false,
    run: { file: "server/bff/openapi-command.ts", mode: "production" },
  },
  "--dev": {
    what: "npm run dev",
    needsBuild: false,
    needsGuide: true,
    run: { file: "server/main.ts", flags: ["--development"], mode: "development" },
  },
  "--api": {
    what: "npm run api",
    needsBuild: false,
    run: { file: "server/provisioning/main.ts", mode: "production" },
  },
};

/**
 * Sets up what is missing, and then runs one of the programs until it ends.
 * @param {string[]} args the program's flag if it has one, and then the arguments for the program
 */
export function startProgram(args) {
  const other = others[args[0] ?? ""];
  return exitWith(() => runProgram(other ?? start, other ? args.slice(1) : args));
}

/**
 * @param {Program} program
 * @param {string[]} args
 */
async function runProgram({ what, needsBuild, needsGuide, run }, args) {
  // During set-up, the processes can be killed immediately, because the next start repeats an interrupted install or
  // build.
  /** @type {(signal: NodeJS.Signals) => void} */
  let end = (signal) => {
    signalAll("SIGKILL");
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  onEnd((signal) => end(signal));
  const { node, nodeLine, release } = await prepare({
    what,
    needsBuild,
    needsGuide,
    beforeBuild: run && checkStart,
  });
  try {
    if (!run) return 0;
    // Only these programs print the line about Node. Other programs parse the output of commands, so commands do not
    // print it.
    if (/^npm (start|run (dev|api|bench|soak))$/.test(what)) console.error(nodeLine);
    const host = supervise(node, run, args);
    end = host.end;
    return await host.code;
  } finally {
    release();
  }
}

/**
 * Checks that the console would start. Runs before a build, because a build takes long.
 * @param {string} node
 */
async function checkStart(node) {
  const { code, output } = await runToEnd(node, [place("scripts", "setup", "preflight.mjs")]);
  if (code !== 0) throw new Stop(output.trimEnd());
}

/**
 * Runs a program until it ends. The program watches its IPC channel to this process, so it also ends if this process is
 * killed.
 * @param {string} node
 * @param {ProgramFile} program
 * @param {string[]} args
 */
function supervise(node, { file, flags = [], mode, savesMemory }, args) {
  const child = startChild(node, [file, ...flags, ...args], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      ...(savesMemory && memoryVariables(process.env)),
      NODE_ENV: mode,
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  /** @type {Promise<number>} its exit code */
  const code = new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${node} could not be started (${error.message}): delete node_modules and run this again.`);
      resolve(1);
    });
    child.once("exit", (exitCode, signal) => {
      if (signal) console.error(`${file} was ended by ${signal}.`);
      resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    // The signal is sent only to the program, which ends its own children in the correct order. On Windows, a process
    // cannot send such a signal. There, the program ends when its IPC channel to this process closes.
    if (process.platform !== "win32") child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    else if (child.connected) child.disconnect();
    setTimeout(() => signalGroup(child, "SIGKILL"), timeoutMs).unref();
  };
  return { code, end };
}
