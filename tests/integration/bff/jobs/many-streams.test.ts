import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minPauseMs } from "#server/bff/jobs/live/poll-pause.ts";
import { leftOver, type StreamLoad, startStreamLoad } from "#tests/fixtures/events/stream-load.ts";

/** tests/soak/load/streams.ts does the same with 1,000 streams and 5,000 aborts. */
const [streams, aborts] = [60, 200];

let load: StreamLoad;

beforeAll(async () => {
  load = await startStreamLoad({ sessions: streams });
});

afterAll(() => load.close());

test("many browsers' streams on one job share one reader", async () => {
  const jobID = randomUUID();
  load.api.put(jobID, { status: "running", progress: 10 });
  const open = await load.open(streams, jobID);
  await Promise.all(open.map((stream) => stream.heard('"progress":0.1,')));
  load.api.put(jobID, { status: "running", progress: 20 });
  await Promise.all(open.map((stream) => stream.heard('"progress":0.2,')));
  for (const stream of open) stream.leave();
  const polls = load.api.polls(jobID);
  const tookMs = (polls.at(-1) ?? 0) - (polls[0] ?? 0);
  // Allows one more poll than the pauses allow. The first poll also waits for a token, so the second poll may come
  // early.
  expect(polls.length).toBeLessThanOrEqual(tookMs / minPauseMs + 2);
});

// Only Linux shows a process's open file descriptors.
test.runIf(existsSync("/proc/self/fd"))(
  "streams that break off leave no memory or file descriptors in use",
  async () => {
    const jobID = randomUUID();
    load.api.put(jobID, { status: "running", progress: 10 });
    await load.connectAndAbort(aborts, jobID);
    const before = await load.holding();
    await load.connectAndAbort(aborts, jobID);
    expect(leftOver(before, await load.holding())).toMatchObject({ isFine: true });
  },
);
