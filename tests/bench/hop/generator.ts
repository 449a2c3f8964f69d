// Runs in a separate process. Requests lists on several connections, and repeats each request as soon as it is
// answered. Reports the number of answers and their times.
import { Client } from "undici";
import { percentile } from "#tests/bench/percentiles.ts";

/**
 * How lists differ. `{offset}` in a path selects the list. `identical`: the same list for all requests. `unchanged`:
 * one list per connection. `distinct`: another list in each request.
 */
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

/** Reads the whole answer and keeps nothing of it. */
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
