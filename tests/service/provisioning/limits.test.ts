import { afterEach, describe, expect, test, vi } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { createLagMeter } from "#server/provisioning/overload.ts";
import { createTestService, credentials } from "./test-service.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a service with this limit. The sign-in in `createTestService` counts as the first request. */
async function limitedTo(rateLimitPerMinute: number) {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  return createTestService({ limits: { rateLimitPerMinute } });
}

describe("the rate limit of a key", () => {
  test("429 says when the minute is over, and afterwards the service accepts requests again", async () => {
    const { get } = await limitedTo(3);
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await get("production", "/customers")).status);
    expect(statuses).toEqual([200, 200, 200]);

    vi.advanceTimersByTime(20_500);
    const refused = await get("production", "/customers");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("40");
    expect(refused.headers.get("X-Request-ID")).not.toBeNull();
    expect(await refused.json()).toEqual({
      message: "More than 3 requests a minute came with this key. Try again in 40 seconds.",
    });

    vi.advanceTimersByTime(39_499);
    expect((await get("production", "/customers")).status).toBe(429);
    vi.advanceTimersByTime(1);
    expect((await get("production", "/customers")).status).toBe(200);
  });

  test("the limit counts by key, not by token, and separately for each environment", async () => {
    const { app, get, tokenOf } = await limitedTo(2);
    const headers = { Authorization: `Bearer ${await tokenOf("production")}` };
    await get("production", "/customers");
    await get("production", "/customers");
    expect((await app.request("/v2/customers", { headers })).status).toBe(429);
    expect((await get("sandbox", "/customers")).status).toBe(200);
  });

  test("requests without a token are not counted and get 401", async () => {
    const { app, get } = await limitedTo(1);
    for (let index = 0; index < 3; index += 1) expect((await app.request("/v2/customers")).status).toBe(401);
    expect((await get("production", "/customers")).status).toBe(200);
    expect((await get("production", "/nowhere")).status).toBe(429);
  });

  test("POST /auth counts issued tokens separately", async () => {
    const { get, signIn } = await limitedTo(3);
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await signIn("production")).status);
    // The sign-in in `createTestService` was the first request.
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await signIn("production");
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await refused.json()).toEqual({ message: expect.stringContaining("requests a minute") });
    expect((await signIn("sandbox")).status).toBe(200);
    expect((await get("sandbox", "/customers")).status).toBe(200);
  });

  test.each([
    ["unknown key IDs", () => ({ keyID: crypto.randomUUID(), secret: "a guess" })],
    ["wrong secrets of the rightful key", () => ({ ...credentials.production, secret: crypto.randomUUID() })],
  ])("%s share one count, and never keep the key's owner from a token", async (_, guess) => {
    const { signIn } = await limitedTo(2);
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await signIn("production", guess())).status);
    expect(statuses).toEqual([400, 400, 429]);
    expect((await signIn("production")).status).toBe(200);
  });

  test("a limit of 0 means no limit", async () => {
    const { get } = await createTestService({ limits: { rateLimitPerMinute: 0 } });
    for (let index = 0; index < 50; index += 1) expect((await get("production", "/customers")).status).toBe(200);
  });
});

describe("an overloaded service", () => {
  test("requests above the limit get 503 with Retry-After at once, and later requests are answered", async () => {
    const { get, store } = await createTestService({ limits: { maxRequests: 2 } });
    const list = store.customers.list.bind(store.customers);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    vi.spyOn(store.customers, "list").mockImplementation(async (...selection) => {
      await released;
      return list(...selection);
    });
    const running = environments.map((environment) => get(environment, "/customers"));
    const refused = await get("production", "/customers");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await refused.json()).toEqual({ message: "The service is overloaded. Try again in a moment." });
    expect((await get("production", "/nowhere")).status).toBe(503);
    release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get("production", "/customers")).status).toBe(200);
  });

  test("a request that fails releases its place", async () => {
    const { get, store } = await createTestService({ limits: { maxRequests: 1 } });
    vi.spyOn(store.customers, "list").mockRejectedValueOnce(new Error("broken"));
    expect((await get("production", "/customers")).status).toBe(500);
    expect((await get("production", "/customers")).status).toBe(200);
  });

  test("a lagging process refuses requests, but reports that it is alive", async () => {
    let late = false;
    const { app, get, logLines } = await createTestService({ isLate: () => late });
    late = true;
    expect((await get("production", "/customers")).status).toBe(503);
    // The warning has no stack trace, because the log must not add to the load.
    expect(JSON.parse(logLines.at(-1) ?? "")).toMatchObject({ level: 40, status: 503, msg: "request refused" });
    expect(logLines.at(-1)).not.toContain("stack");
    expect((await app.request("/health")).status).toBe(200);
    late = false;
    expect((await get("production", "/customers")).status).toBe(200);
  });

  test.each([
    ["three measured turns that are at least a second late", { count: 3, min: 1e9 }, true],
    ["three measured turns with one in time", { count: 3, min: 2e7 }, false],
    ["one long pause", { count: 1, min: 9e9 }, false],
  ])("the lag meter judges %s: late is %o %s", (_what, seen, late) => {
    const reset = vi.fn();
    const meter = createLagMeter({ ...seen, reset });
    meter.judge();
    expect(meter.isLate()).toBe(late);
    expect(reset).toHaveBeenCalledTimes(seen.count < 3 ? 0 : 1);
  });
});

test("while the process ends, /health answers 503 and other requests are still answered", async () => {
  const { app, get } = await createTestService({ isDraining: () => true });
  const health = await app.request("/health");
  expect([health.status, await health.json()]).toEqual([503, { message: "The service is ending." }]);
  expect((await get("production", "/customers")).status).toBe(200);
});

test("a URL of more than 8192 characters is answered with 414, with or without a token", async () => {
  const { app, get } = await createTestService();
  const path = `/customers?searchTerm=${"x".repeat(8_192)}`;
  for (const response of [await get("production", path), await app.request(`/v2${path}`)]) {
    expect(response.status).toBe(414);
    expect(await response.json()).toEqual({ message: "The URL is longer than 8192 characters." });
  }
});
