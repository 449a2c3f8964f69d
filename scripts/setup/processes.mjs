import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./places.mjs";

const windows = process.platform === "win32";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Sends a signal to a child process and, except on Windows, to all processes that it started. These are one process
 * group, and the child leads it. Ctrl-C in the terminal therefore reaches the child only through this process, and only
 * once.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (windows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The child has already ended.
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 */
export function startChild(command, args, options) {
  const child = spawn(command, args, { cwd: root, detached: !windows, windowsHide: true, ...options });
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    signalGroup(child, "SIGKILL");
  });
  return child;
}

/**
 * Runs a program until it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, onLine?: (line: string) => void, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} the complete output, and the exit code (1 if it was killed)
 */
export function run(command, args, { env = {}, onLine, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = startChild(command, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell,
    });
    let output = "";
    let rest = "";
    const take = (/** @type {string} */ text) => {
      output += text;
      if (!onLine) return;
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    };
    child.stdout?.setEncoding("utf8").on("data", take);
    child.stderr?.setEncoding("utf8").on("data", take);
    child.once("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once("close", (code) => {
      if (onLine && rest !== "") onLine(rest);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** @param {NodeJS.Signals} signal */
export const signalAll = (signal) => {
  for (const child of running) signalGroup(child, signal);
};

/**
 * Calls `stop` when this program should end: on Ctrl-C or SIGTERM, or if the terminal was closed or npm was killed.
 * Under npm, Ctrl-C arrives twice: from the terminal and from npm. Signals within half a second therefore count as one.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function onEnd(stop) {
  let last = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      const now = Date.now();
      if (now - last < 500) return;
      last = now;
      stop(signal);
    });
  }
  if (!process.env.npm_lifecycle_event) return;
  const above = npmAbove();
  setInterval(() => {
    if (npmAbove() !== above) stop("SIGTERM");
  }, 1000).unref();
}

/**
 * Returns the ID of the parent process. If the parent is npm's shell, also returns the ID of npm. Only Linux provides
 * this information.
 */
function npmAbove() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").startsWith("sh\0-c\0");
    const parent = shell && /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${process.ppid}/status`, "utf8"))?.[1];
    return `${process.ppid} ${parent || ""}`;
  } catch {
    return `${process.ppid} `;
  }
}
