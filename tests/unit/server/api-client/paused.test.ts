import { expect, test } from "vitest";
import { call, good } from "./answers-in-turn.ts";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient, emptyList, everything, from } from "./test-client.ts";

const hour = { "retry-after": "3600" };
const quarterMs = 900_000;

/**
 * Creates an API that answers each path with the result of `answers`. If the result is undefined, the API answers with
 * a valid list.
 */
function setUp(answers: (path: string) => ReturnType<typeof answerOf> | undefined = () => undefined) {
  const asked: { path: string; atMs: number }[] = [];
  let answer = answers;
  const set = createTestClient((_, _signal, { url }) => {
    const path = new URL(url).pathname.replace("/base/v2", "");
    asked.push({ path, atMs: set.clock.monotonic() });
    return answer(path) ?? (path.startsWith("/jobs/") ? answerOf(200, { jobID: "1", status: "running" }) : good());
  });
  return {
    ...set,
    asked,
    count: (path: string) => asked.filter((one) => one.path === path).length,
    answers: (next: typeof answers) => {
      answer = next;
    },
  };
}

test("after a 429 with one hour, nothing is sent for 15 minutes, and then one call, whose answer ends the pause", async () => {
  const { client, clock, asked, answers } = setUp(() => answerOf(429, "", hour));
  const until = new Date(clock.now() + quarterMs).toISOString();
  await expect(client.listCustomers(everything, call)).rejects.toMatchObject({ retryAt: until });
  expect(client.status()).toMatchObject({ availability: "paused", pausedUntil: until, retryAt: until });
  await clock.advance(quarterMs - 20_000);
  await expect(client.listJobs({ limit: 25, offset: 0 }, call)).rejects.toMatchObject({
    code: "upstream_rate_limited",
    retryAt: until,
  });
  expect(asked).toHaveLength(1);
  await clock.advance(20_000);
  expect(client.status()).toMatchObject({ availability: "probing" });
  answers(() => undefined);
  const reads = Array.from({ length: 100 }, (_, offset) => client.listCustomers(from(offset), call));
  const many = Promise.allSettled(reads);
  await clock.advance(0);
  expect(asked).toHaveLength(2);
  await clock.passUntil(many);
  expect(client.status()).toMatchObject({ availability: "available" });
  await expect(clock.passUntil(client.listCustomers(from(1_000), call))).resolves.toMatchObject({ total: 0 });
});

test("another 429 to the probe starts a new pause, and other calls are refused without being sent", async () => {
  const { client, clock, asked } = setUp(() => answerOf(429, "", hour));
  await client.listCustomers(everything, call).catch(() => {});
  await clock.advance(quarterMs);
  const many = Array.from({ length: 20 }, (_, offset) => client.listCustomers(from(offset), call));
  const outcomes = await clock.passUntil(Promise.allSettled(many));
  expect(asked).toHaveLength(2);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(client.status()).toMatchObject({
    availability: "paused",
    pausedUntil: new Date(clock.now() + 2 * quarterMs - clock.monotonic()).toISOString(),
  });
});

test("a probe whose token has expired requests a new token, and still only one call is sent", async () => {
  const { client, clock, asked, upstream, answers } = setUp();
  await client.listCustomers(everything, call);
  answers(() => answerOf(429, "", hour));
  await client.listCustomers(from(1), call).catch(() => {});
  await clock.advance(quarterMs);
  expect(client.tokenStatus().state).toBe("expired");
  answers(() => undefined);
  void Promise.allSettled([2, 3, 4].map((offset) => client.listCustomers(from(offset), call)));
  await clock.advance(0);
  expect([asked.length, upstream.count("/auth")]).toEqual([3, 2]);
});

test("an administrator's probe is sent at once; an answer ends the pause, and another 429 prolongs it", async () => {
  const { client, clock, asked, answers } = setUp(() => answerOf(429, "", hour));
  await client.listCustomers(everything, call).catch(() => {});
  await clock.advance(60_000);
  await expect(client.probe(call)).rejects.toMatchObject({
    code: "upstream_rate_limited",
    retryAt: new Date(clock.now() + quarterMs).toISOString(),
  });
  expect(asked).toHaveLength(2);
  answers(() => undefined);
  await expect(client.probe(call)).resolves.toEqual({ asOf: new Date(clock.now()).toISOString() });
  expect(client.status()).toMatchObject({ availability: "available" });
  await expect(client.listCustomers(from(1), call)).resolves.toMatchObject({ total: 0 });
});

test("an administrator's probe passes an open breaker and a paused list, and ends both pauses", async () => {
  const { client, clock, answers } = setUp(() => answerOf(503, "", { "retry-after": "600" }));
  for (const offset of [0, 1]) await client.listCustomers(from(offset), call).catch(() => {});
  answers((path) => (path === "/customers" ? undefined : answerOf(500)));
  for (const offset of [0, 1]) await clock.passUntil(client.listJobs({ limit: 25, offset }, call)).catch(() => {});
  expect(client.status().breaker.state).toBe("open");
  await expect(client.probe(call)).resolves.toHaveProperty("asOf");
  expect(client.status()).toMatchObject({ availability: "available" });
  await expect(client.listCustomers(everything, call)).resolves.toMatchObject({ total: 0 });
});

test("five jobs that answer 503 for a quarter of an hour pause only themselves", async () => {
  const isBroken = (path: string) => path.startsWith("/jobs/") && path !== "/jobs/6";
  const { client, count } = setUp((path) => (isBroken(path) ? answerOf(503, "", { "retry-after": "900" }) : undefined));
  const read = (jobID: number) => client.getJob(String(jobID), call);
  const jobs = await Promise.allSettled([1, 2, 3, 4, 5].map(read));
  expect(jobs.map((job) => job.status === "rejected" && job.reason.upstreamStatus)).toEqual([503, 503, 503, 503, 503]);
  await expect(client.listCustomers(everything, call)).resolves.not.toHaveProperty("stale");
  await expect(read(6)).resolves.toMatchObject({ job: { jobID: "1" } });
  await expect(read(1)).rejects.toMatchObject({ upstreamStatus: 503, retryAt: expect.any(String) });
  expect(count("/jobs/1")).toBe(1);
  // The check by an administrator ends the pause of all calls of the environment.
  await client.probe(call);
  await read(1).catch(() => {});
  expect(count("/jobs/1")).toBe(2);
  expect(client.status()).toMatchObject({ availability: "available", breaker: { state: "closed" } });
});

test("a job that answers 500 and is read every second blocks no list, and is read less and less often", async () => {
  const { client, clock, count } = setUp((path) => (path === "/jobs/1" ? answerOf(500) : undefined));
  const lists: Promise<unknown>[] = [];
  for (let second = 0; second < 40; second += 1) {
    await clock.passUntil(client.getJob("1", { ...call, fresh: true })).catch(() => {});
    lists.push(client.listCustomers(from(second), call));
    await clock.advance(1_000);
  }
  const outcomes = await Promise.allSettled(lists);
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => "fulfilled"));
  expect(count("/jobs/1")).toBeLessThanOrEqual(12);
});

test("ten resources that all fail count as a failure of the API, and one answer in between shows that the API works", async () => {
  for (const isAnswered of [false, true]) {
    const { client, clock } = setUp((path) => (path.startsWith("/jobs/") ? answerOf(500) : undefined));
    for (let index = 0; index < 10; index += 1) {
      await clock.passUntil(client.getJob(String(index), call)).catch(() => {});
      if (isAnswered && index === 5) await client.listCustomers(everything, call);
    }
    expect(client.status().breaker.state).toBe(isAnswered ? "closed" : "open");
    expect(client.status().availability).toBe(isAnswered ? "available" : "down");
  }
});

test("a failure to get a token counts as a failure of the API, for every kind of request", async () => {
  const { client, clock } = createTestClient(good, { auth: () => answerOf(500) });
  for (let index = 0; index < 3; index += 1) await clock.passUntil(client.getJob(String(index), call)).catch(() => {});
  expect(client.status().breaker.state).toBe("open");
});

test("while requests are paused, the last good answer is shown with its age and the time of the next attempt", async () => {
  const { client, clock, asked, answers } = setUp();
  const asOf = new Date(clock.now()).toISOString();
  await client.listCustomers(everything, call);
  await client.getJob("1", call);
  await clock.advance(1_000);
  answers((path) => answerOf(path.startsWith("/jobs/") ? 503 : 429, "", hour));
  const retryAt = new Date(clock.now() + quarterMs).toISOString();
  // In the first round, only requests for the job are paused. In the second round, all requests are paused. In both
  // rounds, the call gets its last good answer.
  for (let round = 0; round < 2; round += 1) {
    await expect(client.getJob("1", call)).resolves.toMatchObject({ asOf, stale: true, retryAt });
  }
  for (let round = 0; round < 2; round += 1) {
    await expect(client.listCustomers(everything, call)).resolves.toMatchObject({ asOf, stale: true, retryAt });
  }
  expect(asked).toHaveLength(4);
  await expect(client.listCustomers(everything, { ...call, fresh: true })).rejects.toMatchObject({ retryAt });
  await expect(client.listCustomers(from(1), call)).rejects.toMatchObject({ retryAt });
});

test("a call waits for a short pause to get a new answer", async () => {
  let isLimited = false;
  const { client, clock } = createTestClient(() => (isLimited ? answerOf(429) : answerOf(200, emptyList)));
  await client.listCustomers(everything, call);
  isLimited = true;
  const limited = client.listCustomers(from(1), call);
  await clock.advance(0);
  isLimited = false;
  await expect(clock.passUntil(client.listCustomers(everything, call))).resolves.not.toHaveProperty("stale");
  await clock.passUntil(limited);
});

test("a refused key is reported until the API accepts a key", async () => {
  let isRefused = true;
  const { client, clock } = createTestClient(good, {
    auth: () => (isRefused ? answerOf(403) : answerOf(200, { access_token: "t", expires_in: 900 })),
  });
  await client.listCustomers(everything, call).catch(() => {});
  expect(client.status()).toMatchObject({ availability: "key_refused" });
  isRefused = false;
  await clock.advance(2_000);
  await client.listCustomers(everything, call);
  expect(client.status()).toMatchObject({ availability: "available" });
});
