import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { FindContext } from "#server/bff/customers/scan-for-customer.ts";
import { answerOf } from "#tests/unit/server/api-client/fake-upstream.ts";
import { createTestClient } from "#tests/unit/server/api-client/test-client.ts";

const rows = (offset: number) => Array.from({ length: 100 }, (_, index) => ({ customerID: `c${offset + index}` }));

/**
 * Starts an API with 10,000 customers that needs `ms` for each page of the list. `leaving` aborts when the browser
 * leaves.
 */
function setUp(ms: number) {
  const leaving = new AbortController();
  const tested = createTestClient(async (_token, signal) => {
    const { url } = tested.upstream.requests.at(-1) ?? { url: "" };
    const offset = Number(new URL(url).searchParams.get("offset"));
    if (ms > 0) await tested.clock.sleep(ms, signal);
    return answerOf(200, { customers: rows(offset), total: 10_000, limit: 100, offset });
  });
  const nobody = { find: async () => undefined, findAll: async () => new Map() };
  const known = { production: nobody, sandbox: nobody } as unknown as FindContext["services"]["known"];
  const { client, clock, upstream } = tested;
  const call = { requestID: "test", signal: leaving.signal };
  const fillingReports = { list: async () => [] };
  const store = {} as FindContext["services"]["store"];
  const context: FindContext = {
    services: { clock, known, fillingReports, store },
    environment: "production",
    client,
    call,
  };
  const walk = (from: number) => findCustomer({ context, customerID: "nobody", input: { from, pages: 50 } });
  return { walk, clock, upstream, leaving };
}

test("a scan through slow pages stops after 10 s and reports how many rows it has read", async () => {
  const { walk, clock } = setUp(3_000);
  const walking = walk(200);
  const settled = walking.catch((error) => error);
  for (let second = 0; second < 11; second += 1) {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await clock.advance(1_000);
  }
  expect(await settled).toMatchObject({
    code: "customer_not_found_within_bound",
    status: 404,
    walked: { from: 200, to: 500, total: 10_000 },
  });
});

test("a scan whose first page does not arrive in time is a timeout, not an answer", async () => {
  const { walk, clock } = setUp(60_000);
  const settled = walk(0).catch((error) => error);
  for (let second = 0; second < 11; second += 1) {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await clock.advance(1_000);
  }
  expect(await settled).toMatchObject({ code: "upstream_timeout" });
});

test("a browser that disconnects ends the scan, with its own reason", async () => {
  const { walk, leaving, upstream } = setUp(1_000);
  const settled = walk(0).catch((error) => error);
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  leaving.abort("gone");
  expect(await settled).toBe("gone");
  expect(upstream.requests.at(-1)?.signal.aborted).toBe(true);
});

test("a scan reads at most 50 pages, and leaves no timer", async () => {
  const { walk, upstream, clock } = setUp(0);
  await expect(walk(0)).rejects.toMatchObject({ walked: { from: 0, to: 5_000, total: 10_000 } });
  expect(upstream.count("/customers")).toBe(50);
  expect(clock.sleepers()).toBe(0);
});
