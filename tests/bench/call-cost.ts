import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { Agent } from "undici";
import { systemClock } from "#server/api-client/clock.ts";
import { createApiClient } from "#server/api-client/create-api-client.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";

/**
 * Compares the cost of a call through the whole client with the cost of a call with bare undici, against the same
 * server.
 */
const connections = 16;
const warmUpMs = 2_000;
const measuredMs = 5_000;

const page = JSON.stringify({
  customers: Array.from({ length: 25 }, (_, index) => ({
    customerID: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    companyName: `Example ${index}`,
    usersCount: index,
    created: "2026-11-20T12:00:00.000Z",
    deletedAt: null,
    contract: { term: "monthly", plan: "essential" },
    adminUser: { email: `admin-${index}@example.com` },
  })),
  total: 25_000,
  limit: 25,
  offset: 0,
});
const token = JSON.stringify({ access_token: "token", token_type: "Bearer", expires_in: 3_600 });

async function serve(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(request.url?.endsWith("/auth") ? token : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

/**
 * Makes calls on each connection, one after the other. Returns the calls per second, and the processor time per call.
 */
async function measure(name: string, call: (index: number) => Promise<unknown>): Promise<void> {
  let calls = 0;
  const run = async (forMs: number) => {
    const until = performance.now() + forMs;
    const one = async () => {
      while (performance.now() < until) {
        calls += 1;
        await call(calls);
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
  };
  await run(warmUpMs);
  const before = { calls, usage: process.threadCpuUsage() };
  await run(measuredMs);
  const { user, system } = process.threadCpuUsage(before.usage);
  const measured = calls - before.calls;
  console.log(
    `${name}: ${((measured / measuredMs) * 1_000).toFixed(0)} calls a second, ${((user + system) / measured).toFixed(0)} µs of processor time each`,
  );
}

async function compare(): Promise<void> {
  const server = new Worker(new URL(import.meta.url));
  const [port] = await once(server, "message");
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ connections });
  const query = {
    limit: 25,
    sort: "created",
    ascending: false,
    datefrom: "1970-01-01",
    includeDeleted: false,
  } as const;
  const client = createApiClient({
    environment: "production",
    baseUrl: origin,
    credentials: () => ({ keyID: "key", secret: "secret" }),
    fetch: createUpstreamFetch(),
    clock: systemClock,
    random: Math.random,
  });
  await measure("bare undici, JSON parsed", async (index) => {
    const { body } = await agent.request({ origin, path: `/v2/customers?limit=25&offset=${index}`, method: "GET" });
    return body.json();
  });
  await measure("the client, every call another list", (index) =>
    client.listCustomers({ ...query, offset: index }, { requestID: "bench", caller: `${index % connections}` }),
  );
  await measure("the client, every call the same list", () =>
    client.listCustomers({ ...query, offset: 0 }, { requestID: "bench" }),
  );
  await client.close();
  await agent.close();
  await server.terminate();
}

await (isMainThread ? compare() : serve());
