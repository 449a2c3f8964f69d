import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Stop } from "./stop.mjs";

/**
 * The maximum age of the lock file, in milliseconds. A process that holds the lock updates the file every second. If
 * the file is older, that process is gone, even if its process ID exists.
 */
const quietMs = 60_000;

/** @typedef {{ pid: number, host: string, what: string, token: string }} Holder */

/**
 * Acquires the lock: writes its file and updates it until `release`. Undefined if another process holds the lock.
 * Throws Stop if the folder is not writable.
 * @param {string} file
 * @param {string} what
 */
export function hold(file, what) {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), what, token: randomUUID() });
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw unwritable(dirname(file), error);
  }
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw unwritable(dirname(file), error);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder was deleted, including the data that the lock protects. There is nothing left to protect.
    }
  }, 1000);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off("exit", release);
    if (textOf(file) === text) rmSync(file, { force: true });
  };
  process.once("exit", release);
  return { release };
}

/**
 * Returns the process that holds a lock file. Undefined if the file is missing or too old, or if the process has ended.
 * If the file is incomplete, returns a holder without details.
 * @param {string} file
 * @param {number} [nowMs]
 * @returns {Holder | undefined}
 */
export function holderOf(file, nowMs = Date.now()) {
  try {
    const touchedAt = statSync(file).mtimeMs;
    if (nowMs - touchedAt > quietMs) return undefined;
    /** @type {Holder} */
    const holder = JSON.parse(readFileSync(file, "utf8"));
    return holder.host !== hostname() || isAlive(holder.pid) ? holder : undefined;
  } catch (error) {
    // The file is incomplete: its writer is still writing, or was killed. In the second case, the file soon counts as
    // too old.
    return error instanceof SyntaxError ? { pid: 0, host: "", what: "", token: "" } : undefined;
  }
}

/**
 * Runs `work`, which only one process may do in this folder at a time.
 * @template T
 * @param {string} file
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {(holder: Holder) => void} onWait called once if another process holds the lock
 */
export async function withLock(file, what, work, onWait) {
  let isReported = false;
  for (;;) {
    const lock = hold(file, what);
    if (lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    const before = textOf(file);
    const holder = holderOf(file);
    if (!holder && before !== undefined) removeDead(file, before);
    else if (holder) {
      if (!isReported) onWait(holder);
      isReported = true;
      await wait(200);
    }
  }
}

/**
 * Removes the lock file of a dead process. The file is renamed first, so that only one of several waiting processes
 * removes it. If the renamed file belongs to a live process, this function puts the file back.
 * @param {string} file
 * @param {string} text the text that the dead process wrote
 */
function removeDead(file, text) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (textOf(aside) !== text) linkSync(aside, file);
  } catch {
    // Another process has already removed the file.
  }
  rmSync(aside, { force: true });
}

/**
 * Returns the other running programs whose lock files in the folder start with a prefix. Removes the lock files of
 * programs that have ended.
 * @param {string} folder
 * @param {string} prefix
 */
export function holdersIn(folder, prefix) {
  /** @type {Holder[]} */
  const holders = [];
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const holder = holderOf(join(folder, name));
    if (!holder) rmSync(join(folder, name), { force: true });
    else if (holder.pid !== process.pid) holders.push(holder);
  }
  return holders;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {unknown} error
 */
const unwritable = (folder, error) =>
  new Stop(
    `Switchboard cannot write to ${folder} (${codeOf(error)}): make it writable, or copy the project to a folder that is.`,
  );

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && "code" in error ? error.code : undefined);
