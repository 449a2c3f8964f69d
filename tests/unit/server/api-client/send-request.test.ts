import fc from "fast-check";
import { expect, test } from "vitest";
import { call, good, setUp } from "./answers-in-turn.ts";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient, from } from "./test-client.ts";

const broken = () => {
  throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
};

test.each([
  ["429", () => answerOf(429), 3],
  ["503", () => answerOf(503), 3],
  ["a broken connection", broken, 3],
  ["500", () => answerOf(500), 2],
  ["502", () => answerOf(502), 2],
  ["504", () => answerOf(504), 2],
])("after %s the call continues and succeeds within %i requests", async (_, failure, requests) => {
  const { list, atMs, clock, client } = setUp([...Array.from({ length: requests - 1 }, () => failure), good]);
  await expect(clock.passUntil(list())).resolves.toMatchObject({ total: 0 });
  expect(atMs).toHaveLength(requests);
  expect(client.status()).toMatchObject({ repeats: requests - 1, retryBudget: 10 - requests + 1 });
  // The pauses are half of 500 ms and half of 1 s. After a 429, the pause is at least 500 ms.
  if (requests === 3) expect(atMs[2]).toBeGreaterThanOrEqual(750);
});

test("the pauses are half a second and one second, with full jitter", async () => {
  const { list, atMs, clock } = setUp([() => answerOf(503)], () => 0.9999);
  await clock.passUntil(list()).catch(() => {});
  expect(atMs.map(Math.round)).toEqual([0, 500, 1_500]);
});

test.each([
  ["1", 1_000],
  ["14", 14_000],
  ["15", 15_000],
  ["1.5", 1_500],
  ["Fri, 20 Nov 2026 12:00:07 GMT", 7_000],
  ["Friday, 20-Nov-26 12:00:07 GMT", 7_000],
  ["Fri Nov 20 12:00:07 2026", 7_000],
  ["0", 250],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 250],
  ["soon", 250],
  ["-5", 250],
  ["2026-11-20T12:00:30Z", 250],
])("after Retry-After %j, the next request is sent after %i ms", async (header, waitMs) => {
  for (const status of [429, 503]) {
    const { list, atMs, clock } = setUp([() => answerOf(status, "", { "retry-after": header }), good]);
    await clock.passUntil(list());
    // A 429 without a valid time causes a pause of half a second. This pause is longer than the backoff.
    expect(atMs).toEqual([0, status === 429 && waitMs === 250 ? 500 : waitMs]);
  }
});

test.each([["16"], ["3600"], ["Fri, 20 Nov 2026 12:00:16 GMT"]])(
  "for Retry-After %j no call waits: this call and the next one fail at once with the time",
  async (header) => {
    for (const status of [429, 503]) {
      const { list, atMs, client } = setUp([() => answerOf(status, "", { "retry-after": header }), good]);
      const first = await list().catch((error: unknown) => error);
      expect(first).toMatchObject({ upstreamStatus: status, retryAt: expect.any(String) });
      await expect(list()).rejects.toMatchObject({ upstreamStatus: status, retryAt: expect.any(String) });
      expect(atMs).toHaveLength(1);
      // A 429 pauses all calls of the environment. A 503 pauses only calls of the same path.
      const other = client.getJob("job-1", call);
      if (status === 429) await expect(other).rejects.toMatchObject({ code: "upstream_rate_limited" });
      else await other.catch(() => {});
      expect(atMs).toHaveLength(status === 429 ? 1 : 2);
    }
  },
);

test("a 429 delays every call of its environment until the named time, and no call is sent earlier", async () => {
  const { list, atMs, clock, client } = setUp([() => answerOf(429, "", { "retry-after": "5" }), good]);
  const first = list(1);
  await clock.advance(0);
  const others = Array.from({ length: 100 }, (_, index) => list(index + 2));
  expect(client.status().pausedUntil).toBe("2026-11-20T12:00:05.000Z");
  await clock.passUntil(Promise.all([first, ...others]));
  expect(atMs).toHaveLength(102);
  expect(Math.min(...atMs.slice(1))).toBe(5_000);
});

test("no request is sent before the time in an earlier Retry-After", async () => {
  const answer = fc.record({
    status: fc.constantFrom(200, 429, 503),
    seconds: fc.integer({ min: 0, max: 20 }),
    gapMs: fc.integer({ min: 0, max: 3_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 3, maxLength: 30 }), async (script) => {
      const asked: { atMs: number; untilMs: number }[] = [];
      const early: number[] = [];
      let next = 0;
      const { client, clock } = createTestClient(() => {
        const now = clock.monotonic();
        // A request at exactly the time of an answer may have been sent before the answer arrived. So it does not count
        // as early.
        if (asked.some(({ atMs, untilMs }) => atMs < now && now < untilMs)) early.push(now);
        const { status = 200, seconds = 0 } = script[next] ?? {};
        next += 1;
        if (status !== 200) asked.push({ atMs: now, untilMs: now + seconds * 1_000 });
        return status === 200 ? good() : answerOf(status, "", { "retry-after": String(seconds) });
      });
      const calls: Promise<unknown>[] = [];
      for (const [index, { gapMs }] of script.entries()) {
        calls.push(client.listCustomers(from(index), call).catch(() => {}));
        await clock.advance(gapMs);
      }
      await clock.passUntil(Promise.all(calls));
      expect(early).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test("a wait that does not fit into the call's 30 s is not started", async () => {
  const { list, atMs, clock } = setUp([() => answerOf(503, "", { "retry-after": "15" })]);
  await expect(clock.passUntil(list())).rejects.toMatchObject({ upstreamStatus: 503, retryAt: expect.any(String) });
  expect(atMs).toEqual([0, 15_000]);
  expect(clock.monotonic()).toBe(15_000);
});

test("if everything answers 503, a thousand calls cause at most 1,100 requests, even without the breaker", async () => {
  // At most one call is made per minute, so the circuit breaker never counts five failures.
  const { list, atMs, clock } = setUp([() => answerOf(503)]);
  for (let index = 0; index < 1_000; index += 1) {
    await expect(clock.passUntil(list(index))).rejects.toMatchObject({ code: "upstream_failed" });
    await clock.advance(61_000);
  }
  expect(atMs.length).toBeLessThanOrEqual(1_100);
  expect(atMs.length).toBeGreaterThan(1_080);
});

test("the breaker stops a thousand simultaneous calls after the first few", async () => {
  const { list, atMs, clock, client } = setUp([() => answerOf(503)]);
  const all = Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => list(index)));
  const codes = (await clock.passUntil(all)).map((outcome) => (outcome as PromiseRejectedResult).reason.code);
  expect(new Set(codes)).toEqual(new Set(["upstream_paused", "upstream_failed"]));
  expect(atMs.length).toBeLessThanOrEqual(42);
  expect(client.status()).toMatchObject({ breaker: { state: "open" }, queue: { running: 0, waiting: 0 } });
});
