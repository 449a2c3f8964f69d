// A process of its own: requests lists on several connections, each one again as soon as it has an answer, and
// reports how many there were and how long they took.
import { Client } from "undici";
import { percentile } from "#tests/bench/percentiles.ts";

/** In a path `{offset}` is a list: the same for all, one for each connection, or another one each time. */
export type Bodies = "identical" | "unchanged" | "distinct";

export interface Order {
  origin: string;
  path: string;
  headers: Record<string, string>;
  bodies: Bodies;
  connections: number;
  durationMs: number;
}

export interface Report {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

let asked = 0;

function offsetFor(bodies: Bodies, connection: number): number {
  if (bodies === "identical") return 0;
  return bodies === "unchanged" ? 1 + connection : ++asked + 1_000;
}

/** Takes the whole answer and keeps nothing of it. */
function request(client: Client, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.dispatch(
      { path, method: "GET", headers },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status) => {
          if (status !== 200) reject(new Error(`${path} answered ${status}`));
        },
        onResponseData: () => {},
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

async function timesOf(order: Order, connection: number, untilMs: number): Promise<number[]> {
  const client = new Client(order.origin);
  const times: number[] = [];
  for (let nowMs = performance.now(); nowMs < untilMs; ) {
    const path = order.path.replace("{offset}", String(offsetFor(order.bodies, connection)));
    await request(client, path, order.headers);
    const doneMs = performance.now();
    times.push(doneMs - nowMs);
    nowMs = doneMs;
  }
  await client.close();
  return times;
}

process.on("message", async (order: Order) => {
  const startedMs = performance.now();
  const connections = Array.from({ length: order.connections }, (_, index) => index);
  const untilMs = startedMs + order.durationMs;
  const times = (await Promise.all(connections.map((index) => timesOf(order, index, untilMs)))).flat();
  const seconds = (performance.now() - startedMs) / 1_000;
  times.sort((a, b) => a - b);
  const report: Report = {
    answers: times.length,
    perSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
  process.send?.(report);
});
