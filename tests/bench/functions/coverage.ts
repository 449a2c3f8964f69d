import { once } from "node:events";
import type { Profiler } from "node:inspector";
import { setTimeout } from "node:timers/promises";

/** The functions of this repository that a process has called, such as `server/bff/rooms.ts createX:120`. */
export type CalledFunctions = ReadonlySet<string>;

export interface Coverage {
  /** The functions that were called since the last call of `take`, without module code. */
  take(): Promise<CalledFunctions>;
  close(): void;
}

/**
 * Files whose functions do not count: packages, pages, and the module that learns the API's behaviour. That module
 * works only while the process is idle.
 */
const notCounted = /^(node_modules|\.next|server\/bff\/profile\/learn)\//;

const announcement = /Debugger listening on (ws:\S+)/;

async function inspectorOf(logs: () => string): Promise<string> {
  for (;;) {
    const [, address] = announcement.exec(logs()) ?? [];
    if (address !== undefined) return address;
    await setTimeout(20);
  }
}

/**
 * Counts the function calls of a process that was started with `--inspect=127.0.0.1:0`. `logs` returns the process's
 * output. `folder` is the URL of the repository, with a slash at its end. While calls are counted, V8 neither inlines
 * nor drops functions.
 */
export async function startCoverage(logs: () => string, folder: string): Promise<Coverage> {
  const socket = new WebSocket(await inspectorOf(logs));
  await once(socket, "open");
  let lastID = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const call = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      lastID += 1;
      waiting.set(lastID, resolve);
      socket.send(JSON.stringify({ id: lastID, method, params }));
    });
  await call("Profiler.enable");
  await call("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    async take() {
      const { result } = (await call("Profiler.takePreciseCoverage")) as Profiler.TakePreciseCoverageReturnType;
      return calledOf(result, folder);
    },
    close: () => socket.close(),
  };
}

function calledOf(scripts: readonly Profiler.ScriptCoverage[], folder: string): CalledFunctions {
  const called = new Set<string>();
  for (const { url, functions } of scripts) {
    const path = url.slice(folder.length);
    if (!url.startsWith(folder) || notCounted.test(path)) continue;
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      // The range that starts at the first character is the module's own code, not a function.
      if (!range || range.count === 0 || range.startOffset === 0) continue;
      called.add(`${path} ${functionName || "(nameless)"}:${range.startOffset}`);
    }
  }
  return called;
}
