import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const list = "/api/sandbox/customers?datefrom=1970-01-01";
const quarterMs = 900_000;

/**
 * Starts a console in front of an API that answers all requests as `refuse` sets. `POST /auth` still succeeds, unless
 * `refuse` includes it.
 */
async function setUp() {
  const api = await startOtherApi({ customers: 5 });
  let refusal: { status: number; headers: Record<string, string>; isAuthRefused?: boolean } | undefined;
  const proxy = await startFaultProxy(api.origin, ({ url }) => {
    if (refusal === undefined || (url.endsWith("/auth") && !refusal.isAuthRefused)) return undefined;
    const { status, headers } = refusal;
    return { kind: "answer", status, headers, body: "" };
  });
  const console = await createTestBff({
    baseUrl: proxy.origin,
    // Switched off, because otherwise the store of known customers would answer instead of the API.
    variables: { ...variablesFor(api), KNOWN_CUSTOMERS: "off" },
    staff: (["viewer", "editor", "administrator"] as const).map((role) => ({ email: `${role}@test.example`, role })),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await api.close();
  });
  const [viewer, editor, administrator] = [
    await console.signIn("viewer@test.example"),
    await console.signIn("editor@test.example"),
    await console.signIn("administrator@test.example"),
  ];
  return {
    proxy,
    console,
    refuse: (next: typeof refusal) => {
      refusal = next;
    },
    change: (customerID: string, body: unknown) =>
      console.send("PATCH", `/api/sandbox/customers/${customerID}/contract`, { cookie: editor, body }),
    read: (path = list) => console.send("GET", path, { cookie: viewer }),
    probe: () => console.send("POST", "/api/sandbox/probe", { cookie: administrator }),
    lists: () => proxy.requests.filter(({ url }) => !url.endsWith("/auth")).length,
  };
}

test("a Retry-After of one hour pauses requests, everybody sees the end, and an administrator's probe ends the pause", async () => {
  const { console, refuse, read, probe, lists } = await setUp();
  const seen = await (await read()).json();
  refuse({ status: 429, headers: { "retry-after": "3600" } });
  const beganMs = Date.now();
  const refused = await (await read(`${list}&offset=1`)).json();
  const untilMs = Date.parse(refused.retryAt);
  expect(refused).toMatchObject({ code: "upstream_rate_limited", upstreamStatus: 429 });
  expect(untilMs).toBeGreaterThanOrEqual(beganMs + quarterMs);
  expect(untilMs).toBeLessThanOrEqual(Date.now() + quarterMs);
  const sent = lists();
  await expect((await read()).json()).resolves.toMatchObject({
    asOf: seen.asOf,
    stale: true,
    retryAt: refused.retryAt,
  });
  expect((await read("/api/sandbox/jobs")).status).toBe(503);
  expect(lists()).toBe(sent);
  const ready = await console.send("GET", "/api/ready");
  await expect(ready.json()).resolves.toMatchObject({
    upstream: { sandbox: "paused" },
    pausedUntil: { sandbox: expect.any(String) },
  });
  const status = await (await read("/api/sandbox/api-status")).json();
  expect(status).toMatchObject({ availability: "paused", retryAt: expect.any(String) });

  const stillPaused = await probe();
  expect(stillPaused.status).toBe(503);
  await expect(stillPaused.json()).resolves.toMatchObject({ code: "upstream_rate_limited" });
  expect(lists()).toBe(sent + 1);
  refuse(undefined);
  expect((await probe()).status).toBe(200);
  await expect((await read()).json()).resolves.not.toHaveProperty("stale");
  await expect((await console.send("GET", "/api/ready")).json()).resolves.toMatchObject({
    upstream: { sandbox: "available" },
  });
});

test("five jobs that answer 503 for a quarter of an hour do not affect lists", async () => {
  const { refuse, read, console } = await setUp();
  refuse({ status: 503, headers: { "retry-after": "900" } });
  const jobs = await Promise.all([1, 2, 3, 4, 5].map((jobID) => read(`/api/sandbox/jobs/${jobID}`)));
  expect(jobs.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502]);
  refuse(undefined);
  expect((await read()).status).toBe(200);
  expect((await read("/api/sandbox/jobs/1")).status).toBe(502);
  await expect((await console.send("GET", "/api/ready")).json()).resolves.toMatchObject({
    upstream: { sandbox: "available" },
  });
});

test.each([
  ["tokens", false],
  ["the key", true],
])(
  "an API that refuses %s leaves the last good answers readable, with their age and the reason",
  async (_, isAuthRefused) => {
    const { console, refuse, read, change, proxy } = await setUp();
    const seen = await (await read()).json();
    const [{ customerID, contract }] = seen.customers;
    const jobs = await (await read("/api/sandbox/jobs")).json();
    const customer = await (await read(`/api/sandbox/customers/${customerID}`)).json();
    refuse({ status: 401, headers: {}, isAuthRefused });
    for (const [path, before] of [
      [list, seen],
      ["/api/sandbox/jobs", jobs],
      [`/api/sandbox/customers/${customerID}`, customer],
    ]) {
      const answer = await read(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const now = await answer.json();
      expect([path, now]).toEqual([path, { ...before, asOf: now.asOf, stale: true, staleReason: "key_refused" }]);
      expect(now.asOf <= new Date().toISOString() && now.asOf >= before.asOf).toBe(true);
    }

    // Writes get the error, and so do lists that were never read before.
    const other = await read(`${list}&offset=1`);
    expect(other.status).toBe(502);
    await expect(other.json()).resolves.toMatchObject({ code: "upstream_credentials" });
    const patches = () => proxy.requests.filter(({ method }) => method === "PATCH").length;
    const refused = await change(customerID, { plan: "another", expected: contract });
    await expect(refused.json()).resolves.toMatchObject({ code: "upstream_credentials" });
    expect(patches()).toBe(0);
    await expect((await console.send("GET", "/api/ready")).json()).resolves.toMatchObject({
      upstream: { sandbox: "key_refused" },
    });

    refuse(undefined);
    // The console tries a refused key again only after two seconds.
    await expect.poll(async () => (await read()).json(), { timeout: 10_000 }).not.toHaveProperty("stale");
    await expect((await console.send("GET", "/api/ready")).json()).resolves.toMatchObject({
      upstream: { sandbox: "available" },
    });
  },
);
