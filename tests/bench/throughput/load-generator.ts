// Runs in a separate process. Requests `url` on several connections, and repeats each request as soon as it is
// answered. Reports the number of answers. `{instant}` in the URL is replaced by another instant in each request.
import { Client } from "undici";

interface Order {
  url: string;
  headers: Record<string, string>;
  connections: number;
  durationMs: number;
}

let asked = 0;
const instant = () => new Date(Date.UTC(2090, 0, 1) + asked++).toISOString();

async function answersOf(order: Order, untilMs: number): Promise<number> {
  const { origin } = new URL(order.url);
  const path = order.url.slice(origin.length);
  const client = new Client(origin);
  let answers = 0;
  while (performance.now() < untilMs) {
    const { statusCode, body } = await client.request({
      path: path.replace("{instant}", instant),
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
  const answers = counts.reduce((sum, count) => sum + count, 0);
  process.send?.({ answers, perSecond: answers / seconds });
});
