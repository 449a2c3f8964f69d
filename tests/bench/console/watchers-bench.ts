import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { cpuSecondsOf, memoryMBOf } from "#tests/bench/cpu-time.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { startStreamLoad } from "#tests/fixtures/events/stream-load.ts";

const watchers = 2_000;
const changes = 30;
const idleMs = 15_000;

/**
 * Measures the cost of browsers that watch a job: first while nothing changes (heartbeats and the one poller), then for
 * each change.
 */
export async function benchWatchers(): Promise<void> {
  const load = await startStreamLoad({ sessions: watchers });
  try {
    const { api, pid } = load;
    const before = { heapBytes: (await load.holding()).heapBytes, memoryMB: memoryMBOf(pid) };
    const jobID = randomUUID();
    api.put(jobID, { status: "running", progress: 0 });
    const open = await load.open(watchers, jobID);
    await Promise.all(open.map((stream) => stream.heard('"progress":0')));
    const perThousand = (value: number) => value / (watchers / 1_000);
    const heapMB = ((await load.holding()).heapBytes - before.heapBytes) / 1_048_576;
    const cpuAtRest = cpuSecondsOf(pid);
    await setTimeout(idleMs);
    const restMs = ((cpuSecondsOf(pid) - cpuAtRest) / (idleMs / 1_000)) * 1_000;

    const [cpuBefore, beganMs, tookMs] = [cpuSecondsOf(pid), performance.now(), [] as number[]];
    for (let change = 1; change <= changes; change += 1) {
      await setTimeout(Math.random() * 1_000);
      const putAtMs = performance.now();
      api.put(jobID, { status: "running", progress: change });
      const heard = await Promise.all(open.map((stream) => stream.heard(`"progress":${change / 100},`)));
      tookMs.push(Math.max(...heard) - putAtMs);
    }
    const busyMs = (cpuSecondsOf(pid) - cpuBefore) * 1_000 - (restMs * (performance.now() - beganMs)) / 1_000;
    tookMs.sort((a, b) => a - b);
    console.log(
      `${watchers} streams of one job; for 1,000 of them: ${perThousand(heapMB).toFixed(1)} MB of heap, ` +
        `${perThousand(memoryMBOf(pid) - before.memoryMB).toFixed(0)} MB of memory, ${perThousand(restMs).toFixed(1)} ms of processor ` +
        `time a second at rest and ${perThousand(busyMs / changes).toFixed(1)} ms a change; the last one of all has a change ` +
        `after ${percentile(tookMs, 0.5).toFixed(0)} ms (median), ${tookMs.at(-1)?.toFixed(0)} ms at most`,
    );
    for (const stream of open) stream.leave();
  } finally {
    await load.close();
  }
}
