// A process of its own: asks `url` on so many connections, each for the next answer as soon as it has
// one, and tells how many answers it got.
import { Client } from "undici";

interface Order {
  url: string;
  headers: Record<string, string>;
  connections: number;
  durationMs: number;
}

async function answersOf(order: Order, untilMs: number): Promise<number> {
  const { origin, pathname, search } = new URL(order.url);
  const client = new Client(origin);
  let answers = 0;
  while (performance.now() < untilMs) {
    const { statusCode, body } = await client.request({
      path: `${pathname}${search}`,
      method: "GET",
      headers: order.headers,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${order.url} answered ${statusCode}: ${text}`);
    answers++;
  }
  await client.close();
  return answers;
}

process.on("message", async (order: Order) => {
  const startedMs = performance.now();
  const untilMs = startedMs + order.durationMs;
  const counts = await Promise.all(Array.from({ length: order.connections }, () => answersOf(order, untilMs)));
  const seconds = (performance.now() - startedMs) / 1_000;
  process.send?.({ perSecond: counts.reduce((sum, count) => sum + count, 0) / seconds });
});
