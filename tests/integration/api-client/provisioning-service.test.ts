import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { createApiClient } from "#server/api-client/create-api-client.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";
import { createApp } from "#server/provisioning/app.ts";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { createInProcessEngine } from "#server/provisioning/jobs/in-process-engine.ts";
import { listen } from "#server/provisioning/listen.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";
import { everything } from "./start-client.ts";

const call = { requestID: "test" };

/** The real service over HTTP, and a client for it. Both use the same clock, which the test moves forward. */
async function setUp(tokenLifetimeSeconds = 900) {
  let nowMs = Date.UTC(2026, 10, 20, 12);
  const now = () => nowMs;
  const store = await openStore("sqlite::memory:");
  await seedStore(store, { customers: 300, nowMs });
  const log = pino({ level: "silent" });
  const engine = createInProcessEngine({ store, clock: now, log, creationMs: 0 });
  const app = createApp({ env: { credentials: demoKeys, tokenLifetimeSeconds }, store, engine, clock: now, log });
  const service = await listen({ fetch: app.fetch, host: "127.0.0.1", port: 0 });
  const calls: CallRecord[] = [];
  const start = (environment: Environment, credentials = demoKeys[environment]) => {
    const client = createApiClient({
      environment,
      baseUrl: `${service.origin}/`,
      credentials: () => credentials,
      fetch: createUpstreamFetch(),
      clock: { ...systemClock, now, monotonic: now },
      random: () => 0.5,
      onCall: (record) => calls.push(record),
    });
    onTestFinished(() => client.close());
    return client;
  };
  onTestFinished(async () => {
    await service.close();
    await store.close();
  });
  return {
    start,
    calls,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

test.each(environments)("the complete list of %s has the contract's format on every page", async (environment) => {
  const { start } = await setUp();
  const client = start(environment);
  const seen = new Map<string, boolean>();
  let total = 1;
  for (let offset = 0; offset < total; offset += 25) {
    const page = await client.listCustomers({ ...everything, includeDeleted: true, offset }, call);
    total = page.total;
    for (const customer of page.customers) {
      expect(customerSchema.parse(customer)).toEqual(customer);
      expect(customer.deleted).toBe(customer.deletedAt !== undefined);
      expect(customer.contract.plan).toBeDefined();
      seen.set(customer.customerID, customer.deleted);
    }
  }
  expect(total).toBe(environment === "production" ? 300 : 30);
  expect(seen.size).toBe(total);
});

test("tokens of 5 s are renewed in time, so no call gets a 401", async () => {
  const { start, calls, advance } = await setUp(5);
  const client = start("production");
  for (let index = 0; index < 200; index += 1) {
    await client.listCustomers(everything, call);
    advance(100);
  }
  expect(calls.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
  // The loop lasts 20 s, and a token is valid for 5 s. The client renews a token when half of this time is left. Jitter
  // makes this a tenth earlier, so each token is used for 2.25 s.
  const minted = calls.filter(({ path }) => path === "/auth").length;
  expect(minted).toBeGreaterThanOrEqual(8);
  expect(minted).toBeLessThanOrEqual(10);
});

test("after an hour without calls, the first call gets a new token and no 401", async () => {
  const { start, calls, advance } = await setUp();
  const client = start("sandbox");
  await client.listCustomers(everything, call);
  advance(3_600_000);
  await client.listCustomers(everything, call);
  expect(calls.map(({ path, status }) => `${path} ${status}`)).toEqual([
    "/auth 200",
    "/customers 200",
    "/auth 200",
    "/customers 200",
  ]);
});

test("a key of the other environment is a configuration error", async () => {
  const { start } = await setUp();
  await expect(start("sandbox", demoKeys.production).listCustomers(everything, call)).rejects.toMatchObject({
    code: "upstream_credentials",
  });
});

test("a refusal by the service keeps its status and its messages", async () => {
  const { start } = await setUp();
  await expect(start("sandbox").listCustomers({ ...everything, limit: 101 }, call)).rejects.toMatchObject({
    code: "upstream_refused",
    status: 400,
    errors: [{ message: expect.stringContaining("limit") }],
  });
});
