import fc from "fast-check";
import { expect, test } from "vitest";
import type { UpstreamResponse } from "#server/api-client/upstream-fetch.ts";
import { answerOf, hang } from "./fake-upstream.ts";
import { createTestClient, emptyList, everything, from } from "./test-client.ts";

const call = { requestID: "request-1" };
const good = () => answerOf(200, emptyList);
const broken = () => {
  throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
};

/** A client whose API gives these answers in turn, the last one for ever; `atMs` is when each request came. */
function setUp(answers: ((signal: AbortSignal) => UpstreamResponse | Promise<UpstreamResponse>)[], random = () => 0.5) {
  const atMs: number[] = [];
  const set = createTestClient(
    (_, signal) => {
      atMs.push(set.clock.monotonic());
      const answer = answers[Math.min(atMs.length, answers.length) - 1] ?? good;
      return answer(signal);
    },
    { random },
  );
  return { ...set, atMs, list: (offset = 0) => set.client.listCustomers(from(offset), call) };
}

test.each([
  ["429", () => answerOf(429), 3],
  ["503", () => answerOf(503), 3],
  ["a broken connection", broken, 3],
  ["500", () => answerOf(500), 2],
  ["502", () => answerOf(502), 2],
  ["504", () => answerOf(504), 2],
])("after %s the call goes on and succeeds within %i requests", async (_, failure, requests) => {
  const { list, atMs, clock, client } = setUp([...Array.from({ length: requests - 1 }, () => failure), good]);
  await expect(clock.passUntil(list())).resolves.toMatchObject({ total: 0 });
  expect(atMs).toHaveLength(requests);
  expect(client.status()).toMatchObject({ repeats: requests - 1, retryBudget: 10 - requests + 1 });
  // Half of 500 ms, then half of 1 s; a 429 pauses for 500 ms at least.
  if (requests === 3) expect(atMs[2]).toBeGreaterThanOrEqual(750);
});

test("the pauses are half a second and a second with full jitter", async () => {
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
])("Retry-After %j: the next request comes after %i ms", async (header, waitMs) => {
  for (const status of [429, 503]) {
    const { list, atMs, clock } = setUp([() => answerOf(status, "", { "retry-after": header }), good]);
    await clock.passUntil(list());
    // A 429 without a usable time pauses for half a second, which is longer than this backoff.
    expect(atMs).toEqual([0, status === 429 && waitMs === 250 ? 500 : waitMs]);
  }
});

test.each([["16"], ["3600"], ["Fri, 20 Nov 2026 12:00:16 GMT"]])(
  "Retry-After %j is not waited for: this call and the next fail at once and say when",
  async (header) => {
    for (const status of [429, 503]) {
      const { list, atMs, client } = setUp([() => answerOf(status, "", { "retry-after": header }), good]);
      const first = await list().catch((error: unknown) => error);
      expect(first).toMatchObject({ upstreamStatus: status, retryAt: expect.any(String) });
      await expect(list()).rejects.toMatchObject({ upstreamStatus: status, retryAt: expect.any(String) });
      expect(atMs).toHaveLength(1);
      // A 429 is about the environment, a 503 about its own path.
      const other = client.getJob("job-1", call);
      if (status === 429) await expect(other).rejects.toMatchObject({ code: "upstream_rate_limited" });
      else await other.catch(() => {});
      expect(atMs).toHaveLength(status === 429 ? 1 : 2);
    }
  },
);

test("a 429 holds back every call of its environment until then, and not one comes earlier", async () => {
  const { list, atMs, clock, client } = setUp([() => answerOf(429, "", { "retry-after": "5" }), good]);
  const first = list(1);
  await clock.advance(0);
  const others = Array.from({ length: 100 }, (_, index) => list(index + 2));
  expect(client.status().pausedUntil).toBe("2026-11-20T12:00:05.000Z");
  await clock.passUntil(Promise.all([first, ...others]));
  expect(atMs).toHaveLength(102);
  expect(Math.min(...atMs.slice(1))).toBe(5_000);
});

test("no request leaves before the time that any answer before it asked for", async () => {
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
        // What leaves in the very moment of an answer cannot know it.
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

test("a wait that does not fit into the call's 30 s is not begun", async () => {
  const { list, atMs, clock } = setUp([() => answerOf(503, "", { "retry-after": "15" })]);
  await expect(clock.passUntil(list())).rejects.toMatchObject({ upstreamStatus: 503, retryAt: expect.any(String) });
  expect(atMs).toEqual([0, 15_000]);
  expect(clock.monotonic()).toBe(15_000);
});

test("when everything answers 503, a thousand calls bring at most 1,100 requests, even without a breaker's help", async () => {
  // Each call in a minute of its own, so that the breaker never sees five failures.
  const { list, atMs, clock } = setUp([() => answerOf(503)]);
  for (let index = 0; index < 1_000; index += 1) {
    await expect(clock.passUntil(list(index))).rejects.toMatchObject({ code: "upstream_failed" });
    await clock.advance(61_000);
  }
  expect(atMs.length).toBeLessThanOrEqual(1_100);
  expect(atMs.length).toBeGreaterThan(1_080);
});

test("and a thousand at once are stopped by the breaker after the first few", async () => {
  const { list, atMs, clock, client } = setUp([() => answerOf(503)]);
  const all = Promise.allSettled(Array.from({ length: 1_000 }, (_, index) => list(index)));
  const codes = (await clock.passUntil(all)).map((outcome) => (outcome as PromiseRejectedResult).reason.code);
  expect(new Set(codes)).toEqual(new Set(["upstream_paused", "upstream_failed"]));
  expect(atMs.length).toBeLessThanOrEqual(42);
  expect(client.status()).toMatchObject({ breaker: { state: "open" }, queue: { running: 0, waiting: 0 } });
});

/** Five failures, one call each. */
async function openBreaker({ list, clock }: Pick<ReturnType<typeof setUp>, "list" | "clock">) {
  for (let offset = 1; offset <= 3; offset += 1) await clock.passUntil(list(offset)).catch(() => {});
}

test("with the breaker open a call takes no time: the last good answer with its age, or an error that says when", async () => {
  const set = setUp([() => answerOf(200, { ...emptyList, total: 7 }), () => answerOf(500)]);
  const { list, clock, atMs, client } = set;
  await expect(list(0)).resolves.toEqual(expect.objectContaining({ total: 7, asOf: "2026-11-20T12:00:00.000Z" }));
  await clock.advance(1_000);
  await openBreaker(set);
  const before = { requests: atMs.length, ms: clock.monotonic() };
  await expect(list(0)).resolves.toMatchObject({ total: 7, asOf: "2026-11-20T12:00:00.000Z", stale: true });
  await expect(list(99)).rejects.toMatchObject({
    code: "upstream_paused",
    status: 503,
    retryAt: client.status().breaker.retryAt,
  });
  await expect(client.listCustomers(from(0), { ...call, fresh: true })).rejects.toMatchObject({
    code: "upstream_paused",
  });
  expect({ requests: atMs.length, ms: clock.monotonic() }).toEqual(before);
  expect(client.status()).toMatchObject({ stale: 1, lastGood: { entries: 1 } });
});

test("a read that waits in the queue while the breaker opens gets its last good answer as well", async () => {
  let isDown = false;
  const { client, clock } = createTestClient(() => (isDown ? answerOf(500) : good()), { limits: { runningCalls: 1 } });
  await client.listCustomers(from(0), call);
  isDown = true;
  const failing = [1, 2, 3, 4, 5].map((offset) => client.listCustomers(from(offset), call));
  const [waiting, never] = [client.listCustomers(from(0), call), client.listCustomers(from(6), call)];
  const outcomes = await clock.passUntil(Promise.allSettled([...failing, waiting, never]));
  expect(outcomes.at(-2)).toMatchObject({ status: "fulfilled", value: { stale: true } });
  expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: { code: "upstream_paused" } });
});

test("after its time one call is let through, and when it succeeds everything is as before", async () => {
  const set = setUp([
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    good,
  ]);
  const { list, clock, atMs, client } = set;
  await openBreaker(set);
  expect(client.status().breaker.state).toBe("open");
  expect(atMs).toHaveLength(5);
  await clock.advance(2_000);
  const result = await list(50);
  expect(result).not.toHaveProperty("stale");
  expect(client.status().breaker).toEqual({ state: "closed" });
});

test("while the API hangs, the call in progress is the probe and others are answered at once", async () => {
  const set = setUp([
    good,
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    hang,
  ]);
  const { list, clock, client } = set;
  await list(0);
  await openBreaker(set);
  await clock.advance(2_000);
  const leaving = new AbortController();
  const probing = client.listCustomers(from(60), { ...call, signal: leaving.signal });
  await clock.advance(0);
  expect(client.status().breaker.state).toBe("half-open");
  await expect(list(0)).resolves.toMatchObject({ stale: true });
  await expect(list(61)).rejects.toMatchObject({ code: "upstream_paused" });
  leaving.abort(new Error("gone"));
  await expect(probing).rejects.toThrow("gone");
});

test("refusals, 429 and answers that cannot be read do not open it", async () => {
  const answers = [400, 404, 422, 429].map((status) => () => answerOf(status));
  for (const answer of [...answers, () => answerOf(200, "<html>")]) {
    const { list, clock, client } = setUp([answer]);
    for (let offset = 0; offset < 10; offset += 1) await clock.passUntil(list(offset)).catch(() => {});
    expect(client.status().breaker.state).toBe("closed");
  }
});

test("identical reads under way are one request, and each caller has its own value", async () => {
  const { client, upstream } = createTestClient(good);
  const results = await Promise.all(Array.from({ length: 100 }, () => client.listCustomers(everything, call)));
  expect(upstream.count("/customers")).toBe(1);
  expect(new Set(results).size).toBe(100);
  expect(client.status()).toMatchObject({ reads: 100, merged: 99 });
});

test("a fresh read joins no other", async () => {
  const { client, upstream } = createTestClient(good);
  const fresh = { ...call, fresh: true };
  await Promise.all([client.listCustomers(everything, call), client.listCustomers(everything, fresh)]);
  expect(upstream.count("/customers")).toBe(2);
});

test("a browser that leaves does not end the read for the others; when the last one leaves, it ends", async () => {
  const { client, clock, upstream } = createTestClient((_, signal) => hang(signal));
  const leaving = [new AbortController(), new AbortController()];
  const reads = leaving.map(({ signal }) => client.listCustomers(everything, { ...call, signal }));
  const outcomes = Promise.allSettled(reads);
  await clock.advance(0);
  leaving[0]?.abort(new Error("one"));
  expect(upstream.requests[1]?.signal.aborted).toBe(false);
  leaving[1]?.abort(new Error("two"));
  await outcomes;
  await clock.advance(0);
  expect(upstream.requests[1]?.signal.aborted).toBe(true);
  expect(client.status().queue).toEqual({ running: 0, waiting: 0 });
});

test("who leaves during the pause before a repeat sends nothing more", async () => {
  const { client, clock, upstream } = createTestClient(() => answerOf(503), { random: () => 0.9 });
  const leaving = new AbortController();
  const left = client.listCustomers(everything, { ...call, signal: leaving.signal });
  await clock.advance(0);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await clock.advance(30_000);
  expect(upstream.count("/customers")).toBe(1);
  expect(clock.sleepers()).toBe(0);
});

test("at most 32 requests are under way, a caller's hundred delay another's one by one turn, and 2,000 wait", async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const { client, clock } = createTestClient(async (_, _signal, { url }) => {
    running += 1;
    most = Math.max(most, running);
    order.push(Number(new URL(url).searchParams.get("offset")));
    await clock.sleep(100, new AbortController().signal);
    running -= 1;
    return good();
  });
  const calls = Array.from({ length: 2_032 }, (_, index) =>
    client.listCustomers(from(index), { ...call, caller: "crowd" }),
  );
  const single = client.listCustomers(from(5_000), { ...call, caller: "single" });
  const outcomes = await clock.passUntil(Promise.allSettled([...calls, single]));
  expect(most).toBe(32);
  expect(order.indexOf(5_000)).toBeLessThan(34);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: expect.objectContaining({ code: "upstream_busy" }) }]);
});
