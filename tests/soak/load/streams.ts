import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { minPauseMs } from "#server/bff/jobs/live/poll-pause.ts";
import { leftOver, startStreamLoad } from "#tests/fixtures/events/stream-load.ts";

/**
 * Opens many browsers' streams about one job, and many streams that connect and disconnect. To run it: `npm run soak --
 * streams [streams] [aborts]`. Exits with 1 if there were too many polls, or if a stream missed an event. Also exits
 * with 1 if the process uses more memory or descriptors than before.
 */
const [streams = 1_000, aborts = 5_000] = process.argv.slice(2).map(Number);
const changes = 20;

const load = await startStreamLoad({ sessions: streams });
const { api } = load;
const jobID = randomUUID();
api.put(jobID, { status: "running", progress: 0 });
const open = await load.open(streams, jobID);
await Promise.all(open.map((stream) => stream.heard('"progress":0')));

const [fromMs, pollsBefore] = [performance.now(), api.polls(jobID).length];
const tookMs: number[] = [];
for (let change = 1; change <= changes; change += 1) {
  await setTimeout(Math.random() * 1_000);
  const putAtMs = performance.now();
  api.put(jobID, { status: "running", progress: change });
  const heardAt = await Promise.all(open.map((stream) => stream.heard(`"progress":${change / 100},`)));
  tookMs.push(Math.max(...heardAt) - putAtMs);
}
const seconds = (performance.now() - fromMs) / 1_000;
const polls = api.polls(jobID);
const gaps = polls.slice(pollsBefore).map((atMs, index) => atMs - (polls[pollsBefore + index - 1] ?? 0));
const shortestGapMs = Math.min(...gaps);
for (const stream of open) stream.leave();

// The first connections warm up code, pools and caches.
await load.connectAndAbort(500, jobID);
const before = await load.holding();
await load.connectAndAbort(aborts, jobID);
const after = await load.holding();
await load.close();

const left = leftOver(before, after);
// On a busy machine, a poll may take longer than the pause before the next poll. A second reader would add polls
// between these polls.
const isPolledOnce = gaps.length <= (seconds * 1_000) / minPauseMs + 1 && shortestGapMs > 0.5 * minPauseMs;
const figures = {
  streams,
  seconds: Math.round(seconds),
  upstreamPolls: gaps.length,
  shortestGapMs: Math.round(shortestGapMs),
  slowestChangeToLastOfAllMs: Math.round(Math.max(...tookMs)),
  aborts,
  before,
  after,
  left,
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = isPolledOnce && left.isFine ? 0 : 1;
