import { readdirSync, readFileSync } from "node:fs";

/** The processor time that the threads of a process have used, in seconds. NaN on a system without `/proc`. */
export function cpuSecondsOf(pid: number | undefined): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
  } catch {
    return Number.NaN;
  }
}

/** The memory that a process uses, in MB. NaN on a system without `/proc`. */
export function memoryMBOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}
