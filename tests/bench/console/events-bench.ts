import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { constants, createGunzip } from "node:zlib";
import { startNginx } from "#tests/bench/nginx.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { type StreamLoad, startStreamLoad } from "#tests/fixtures/events/stream-load.ts";

const changes = 90;

/** Reads a stream as a browser does. `heard` waits until the wanted text has arrived. */
async function watch(origin: string, cookie: string, jobID: string) {
  const sent = get(`${origin}/api/sandbox/jobs/events?id=${jobID}`, {
    headers: { cookie, "accept-encoding": "gzip", accept: "text/event-stream" },
    agent: false,
  });
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream was answered ${response.statusCode}`);
  const isCompressed = response.headers["content-encoding"] === "gzip";
  const plain = isCompressed ? response.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) : response;
  let text = "";
  let arrived = Promise.withResolvers<void>();
  plain.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  response.on("error", () => {});
  return {
    isCompressed,
    async heard(wanted: string) {
      while (!text.includes(wanted)) await arrived.promise;
      text = "";
      return performance.now();
    },
    leave: () => sent.on("error", () => {}).destroy(),
  };
}

/**
 * Changes a job at random times. Returns two sorted lists of times until the browser has the change. The first list
 * counts from the change in the API. The second list counts from the time when the console has read the change. So the
 * second list contains only the time of the console and the network.
 */
async function measureChanges({ api, cookies }: StreamLoad, origin: string, isCompressed: boolean) {
  const jobID = randomUUID();
  api.put(jobID, { status: "running", progress: 0 });
  const browser = await watch(origin, cookies[0] ?? "", jobID);
  await browser.heard('"progress":0');
  const sinceChange: number[] = [];
  const sinceRead: number[] = [];
  for (let change = 1; change <= changes; change += 1) {
    await setTimeout(Math.random() * 1_000);
    const changedAtMs = performance.now();
    api.put(jobID, { status: "running", progress: change });
    const heardAtMs = await browser.heard(`"progress":${change / 100},`);
    sinceChange.push(heardAtMs - changedAtMs);
    sinceRead.push(heardAtMs - (api.polls(jobID).findLast((atMs) => atMs >= changedAtMs && atMs <= heardAtMs) ?? 0));
  }
  browser.leave();
  if (browser.isCompressed !== isCompressed) throw new Error("the stream is not compressed as it was to be");
  return [sinceChange, sinceRead].map((times) => times.sort((a, b) => a - b));
}

/** Measures how soon a browser gets a change of a job, directly and through nginx with its default buffering. */
export async function benchEvents(): Promise<void> {
  const load = await startStreamLoad({ sessions: 1 });
  const nginx = await startNginx(load.origin);
  // Compression is not needed, but is often configured.
  const compressing = await startNginx(load.origin, { gzipTypes: "text/event-stream" });
  try {
    for (const [way, origin, isCompressed] of [
      ["directly", load.origin, false],
      ["through nginx", nginx?.origin, false],
      ["through nginx that compresses them", compressing?.origin, true],
    ] as const) {
      if (origin === undefined) {
        console.log(`job events ${way}: not measured, there is no nginx on this machine`);
        continue;
      }
      const [sinceChange = [], sinceRead = []] = await measureChanges(load, origin, isCompressed);
      const figures = (times: number[]) =>
        `median ${percentile(times, 0.5).toFixed(0)} ms, 95 % under ${percentile(times, 0.95).toFixed(0)} ms`;
      console.log(
        `job events ${way}, ${changes} changes: from the change in the API to the browser ${figures(sinceChange)}; from the console's reading of it ${figures(sinceRead)}`,
      );
    }
  } finally {
    await nginx?.close();
    await compressing?.close();
    await load.close();
  }
}
