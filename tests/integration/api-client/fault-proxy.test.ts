import { expect, onTestFinished, test } from "vitest";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { faultScript, randomFaults } from "#tests/fixtures/api/fault-schedule.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { everything, startClient } from "./start-client.ts";

const call = { requestID: "test" };

/**
 * Starts the test API `other-api` behind the proxy, and a client for its sandbox. The client's clock is ten times as
 * fast as the machine's.
 */
async function setUp(faultFor?: Parameters<typeof startFaultProxy>[1]) {
  const api = await startOtherApi({ customers: 30 });
  const proxy = await startFaultProxy(api.origin, faultFor);
  const client = startClient("sandbox", proxy.origin, api.keys.sandbox, {
    clock: createFastClock(10),
    random: () => 0,
  });
  onTestFinished(async () => {
    await proxy.close();
    await client.close();
    await api.close();
  });
  const created = () => api.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/customers")).length;
  const list = (signal?: AbortSignal) => client.listCustomers(everything, { ...call, ...(signal ? { signal } : {}) });
  const create = (body: object) => client.write("POST /customers", {}, { body }, call);
  return { api, proxy, client, list, create, created };
}

const status = (code: number, headers: Record<string, string> = {}): Fault => ({
  kind: "answer",
  status: code,
  headers,
});
const times = (count: number, fault: Fault): Fault[] => Array.from({ length: count }, () => fault);
const resetBefore: Fault = { kind: "reset", when: "before" };
const blackHole: Fault = { kind: "black-hole", passed: false };

test.each<[string, Fault[], "ok" | ErrorCode, requests: number, auths: number]>([
  ["no fault", [], "ok", 1, 1],
  ["latency", [{ kind: "latency", ms: 5 }], "ok", 1, 1],
  ["a drip", [{ kind: "drip", bytes: 2_000, everyMs: 1 }], "ok", 1, 1],
  ["a reset before the request was read", [resetBefore], "ok", 2, 1],
  ["two resets before the request was read", times(2, resetBefore), "ok", 3, 1],
  ["three resets before the request was read", times(3, resetBefore), "upstream_unreachable", 3, 1],
  ["a reset in place of the answer", [{ kind: "reset", when: "after" }], "ok", 2, 1],
  ["a reset in the middle of the headers", [{ kind: "reset", when: "amid", bytes: 20 }], "ok", 2, 1],
  ["a reset in the middle of the body", [{ kind: "reset", when: "amid", bytes: 1_000 }], "ok", 2, 1],
  ["a half-closed answer", [{ kind: "half-close", bytes: 500 }], "ok", 2, 1],
  ["only half-closed answers", times(9, { kind: "half-close", bytes: 500 }), "upstream_unreachable", 3, 1],
  ["a black hole", [blackHole], "ok", 2, 1],
  ["only black holes", times(9, blackHole), "upstream_timeout", 2, 1],
  ["truncated JSON", [{ kind: "truncate", bytes: 100 }], "upstream_malformed", 1, 1],
  ["one 429", [status(429)], "ok", 2, 1],
  ["only 429s", times(9, status(429)), "upstream_rate_limited", 3, 1],
  ["429 with an hour to wait", [status(429, { "retry-after": "3600" })], "upstream_rate_limited", 1, 1],
  ["two 503s", times(2, status(503)), "ok", 3, 1],
  ["only 503s", times(9, status(503)), "upstream_failed", 3, 1],
  ["one 500", [status(500)], "ok", 2, 1],
  ["only 500s", times(9, status(500)), "upstream_failed", 2, 1],
  ["502, then 503", [status(502), status(503)], "ok", 3, 1],
  ["503, then 504", [status(503), status(504)], "upstream_failed", 2, 1],
  ["one 401", [status(401)], "ok", 2, 2],
  ["only 401s", times(9, status(401)), "upstream_credentials", 2, 2],
  ["401, then a reset", [status(401), resetBefore], "ok", 3, 2],
  ["408", [status(408)], "upstream_refused", 1, 1],
])("a list has the expected result with %s", async (_, faults, outcome, requests, auths) => {
  const { proxy, list } = await setUp(faultScript("/customers", faults));
  const ended = await list().then(
    () => "ok",
    (error) => error.code,
  );
  expect({ ended, requests: proxy.count("/customers"), auths: proxy.count("/auth") }).toEqual({
    ended: outcome,
    requests,
    auths,
  });
});

const token = (expiresIn: unknown): Fault => ({
  kind: "answer",
  status: 200,
  body: JSON.stringify({ access_token: "some-token", expires_in: expiresIn }),
});

test.each<[string, Fault[], "ok" | ErrorCode, requests: number, auths: number]>([
  ["a reset", [resetBefore], "ok", 1, 2],
  ["two 503s", times(2, status(503)), "ok", 1, 3],
  ["only 503s", times(9, status(503)), "upstream_failed", 0, 3],
  ["only 500s", times(9, status(500)), "upstream_failed", 0, 2],
  ["a 429", [status(429)], "ok", 1, 2],
  ["a black hole", [blackHole], "ok", 1, 2],
  ["400", [status(400)], "upstream_credentials", 0, 1],
  ["401", [status(401)], "upstream_credentials", 0, 1],
  ["HTML", [{ kind: "answer", status: 200, body: "<html>" }], "upstream_malformed", 0, 1],
])("a list has the expected result if POST /auth is answered with %s", async (_, faults, outcome, requests, auths) => {
  const { proxy, list } = await setUp(faultScript("/auth", faults));
  const ended = await list().then(
    () => "ok",
    (error) => error.code,
  );
  expect({ ended, requests: proxy.count("/customers"), auths: proxy.count("/auth") }).toEqual({
    ended: outcome,
    requests,
    auths,
  });
});

test.each([[0], [-1], ["abc"], [1e12], [undefined], [null]])(
  "expires_in %j does not cause a token request for each call",
  async (expiresIn) => {
    const { proxy, client } = await setUp(({ url }) =>
      url.endsWith("/auth") ? token(expiresIn) : { kind: "answer", status: 200, body: '{"customers":[],"total":0}' },
    );
    for (let offset = 0; offset < 20; offset += 1) await client.listCustomers({ ...everything, offset }, call);
    expect(proxy.count("/auth")).toBe(1);
    expect(proxy.count("/customers")).toBe(20);
  },
);

const body = { companyName: "Example", plan: "essential", term: "monthly", adminUser: { email: "a@example.com" } };

test.each<[string, Fault[], WriteResult<never>["outcome"], sent: number, created: number]>([
  ["no fault", [], "accepted", 1, 1],
  ["latency", [{ kind: "latency", ms: 5 }], "accepted", 1, 1],
  ["a reset before the API receives it", [resetBefore], "unknown", 1, 0],
  ["a lost 202", [{ kind: "reset", when: "after" }], "unknown", 1, 1],
  ["a reset in the middle of the answer", [{ kind: "reset", when: "amid", bytes: 20 }], "unknown", 1, 1],
  ["a half-closed answer", [{ kind: "half-close", bytes: 20 }], "unknown", 1, 1],
  ["a black hole after the API", [{ kind: "black-hole", passed: true }], "unknown", 1, 1],
  ["a black hole before the API", [blackHole], "unknown", 1, 0],
  ["a 500 after the creation was made", [{ ...status(500), passed: true } as Fault], "unknown", 1, 1],
  ["a 503 without a creation", [status(503, { "retry-after": "1" })], "unknown", 1, 0],
  ["408", [status(408)], "unknown", 1, 0],
  ["400", [status(400)], "rejected", 1, 0],
  ["422", [status(422)], "rejected", 1, 0],
  ["a 429, then no fault", [status(429)], "accepted", 2, 1],
  ["a 401, then no fault", [status(401)], "accepted", 2, 1],
  ["429, then a lost 202", [status(429), { kind: "reset", when: "after" }], "unknown", 2, 1],
  ["only 429s", times(9, status(429)), "not-sent", 3, 0],
])("a creation has the expected outcome with %s", async (_, faults, outcome, sent, done) => {
  const { proxy, create, created } = await setUp(faultScript("/customers", faults));
  const result = await create(body);
  expect({ outcome: result.outcome, sent: proxy.count("/customers"), done: created() }).toEqual({
    outcome,
    sent,
    done,
  });
});

test("a creation without a free connection is not sent, and can be sent later", async () => {
  const { proxy, list, create, created } = await setUp();
  await list();
  await proxy.down();
  await expect(create(body)).resolves.toMatchObject({
    outcome: "not-sent",
    error: { code: "upstream_unreachable" },
  });
  await proxy.up();
  await expect(create(body)).resolves.toMatchObject({ outcome: "accepted" });
  expect(created()).toBe(1);
});

test("among 200 reads and 20 creations with faults, no creation is made twice, and every read gets an answer or a typed error", async () => {
  const seed = Number(process.env.TEST_SEED);
  const { client, create, created } = await setUp(randomFaults(seed, 0.3));
  const outcomes: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const reads = Array.from({ length: 10 }, (_, index) =>
      client.listCustomers({ ...everything, offset: round * 10 + index }, call).then(
        () => "ok",
        (error) => error.code,
      ),
    );
    const write = create({ ...body, companyName: `Round ${round}` });
    outcomes.push((await write).outcome);
    for (const ended of await Promise.all(reads)) expect(ended).toMatch(/^(ok|upstream_\w+)$/);
  }
  const atLeast = outcomes.filter((outcome) => outcome === "accepted").length;
  const atMost = atLeast + outcomes.filter((outcome) => outcome === "unknown").length;
  expect(created()).toBeGreaterThanOrEqual(atLeast);
  expect(created()).toBeLessThanOrEqual(atMost);
});

test("the request to the API ends when the browser disconnects", async () => {
  const leaving = new AbortController();
  const { proxy, list } = await setUp(({ url }) => {
    if (url.endsWith("/auth")) return undefined;
    queueMicrotask(() => leaving.abort(new Error("gone")));
    return blackHole;
  });
  await expect(list(leaving.signal)).rejects.toThrow("gone");
  await proxy.left(1);
  expect(proxy.count("/customers")).toBe(1);
});

test("the request to the API continues when only one of two browsers disconnects", async () => {
  const leaving = new AbortController();
  const { proxy, list } = await setUp(({ url }) => {
    if (!url.endsWith("/auth")) leaving.abort(new Error("gone"));
    return undefined;
  });
  const [left, stayed] = [list(leaving.signal), list()];
  await expect(left).rejects.toThrow("gone");
  await expect(stayed).resolves.toMatchObject({ total: 29 });
  expect(proxy.count("/customers")).toBe(1);
});

test("a connection for writes is used only once, so that no write uses a connection that the API has just closed", async () => {
  const { proxy, create } = await setUp();
  await create(body);
  await create(body);
  const writes = proxy.requests.filter(({ method, url }) => method === "POST" && url.endsWith("/customers"));
  expect(writes.map(({ headers }) => headers.connection)).toEqual(["close", "close"]);
});

test("while the API is down, the client returns the last answer with its age, and later new answers", async () => {
  const { proxy, client, list } = await setUp();
  const seen = await list();
  await proxy.down();
  for (let offset = 1; offset <= 2; offset += 1) {
    await client.listCustomers({ ...everything, offset }, call).catch(() => {});
  }
  expect(client.status().breaker.state).toBe("open");
  await expect(list()).resolves.toEqual({ ...seen, stale: true, retryAt: expect.any(String) });
  await proxy.up();
  await expect
    .poll(() => list(), { interval: 20 })
    .toSatisfy((page: typeof seen) => page.stale === undefined && page.asOf > seen.asOf);
});
