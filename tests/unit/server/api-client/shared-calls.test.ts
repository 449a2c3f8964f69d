import { expect, test } from "vitest";
import { call, good } from "./answers-in-turn.ts";
import { answerOf, hang } from "./fake-upstream.ts";
import { createTestClient, emptyList, everything, from } from "./test-client.ts";

test("identical reads in progress are sent once, and each caller gets its own value", async () => {
  const { client, upstream } = createTestClient(good);
  const results = await Promise.all(Array.from({ length: 100 }, () => client.listCustomers(everything, call)));
  expect(upstream.count("/customers")).toBe(1);
  expect(new Set(results).size).toBe(100);
  expect(client.status()).toMatchObject({ reads: 100, merged: 99 });
});

test("a fresh read joins no other read", async () => {
  const { client, upstream } = createTestClient(good);
  const fresh = { ...call, fresh: true };
  await Promise.all([client.listCustomers(everything, call), client.listCustomers(everything, fresh)]);
  expect(upstream.count("/customers")).toBe(2);
});

test("the read continues if one browser leaves, and ends when the last browser leaves", async () => {
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

test("a caller that leaves during the pause before a repeat sends no more requests", async () => {
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

test("one caller's list gets 16 of 32 places, another caller's call starts at once, and up to 2,000 calls wait", async () => {
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
  const calls = Array.from({ length: 2_017 }, (_, index) =>
    client.listCustomers(from(index), { ...call, caller: "crowd" }),
  );
  const single = client.listCustomers(from(5_000), { ...call, caller: "single" });
  const outcomes = await clock.passUntil(Promise.allSettled([...calls, single]));
  expect(most).toBe(17);
  expect(order.indexOf(5_000)).toBe(16);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: expect.objectContaining({ code: "upstream_busy" }) }]);
});

test("sixty requests of a person to a slow path do not delay that person's next list, and at most 32 run", async () => {
  let running = 0;
  let most = 0;
  const begun: string[] = [];
  const { client, clock } = createTestClient(async (_, _signal, { url }) => {
    const isSlow = url.includes("/activities");
    running += 1;
    most = Math.max(most, running);
    begun.push(isSlow ? "slow" : "list");
    await clock.sleep(isSlow ? 4_000 : 100, new AbortController().signal);
    running -= 1;
    return answerOf(200, isSlow ? { activities: [], total: 0, limit: 25, offset: 0 } : emptyList);
  });
  const person = { ...call, caller: "vera" };
  const query = { limit: 25, offset: 0, datefrom: "2026-11-20" };
  const slow = Array.from({ length: 60 }, (_, index) => client.listActivities(`customer ${index}`, query, person));
  await clock.advance(0);
  const list = client.listCustomers(everything, person);
  await expect(clock.passUntil(list)).resolves.toMatchObject({ total: 0 });
  expect(clock.monotonic()).toBe(100);
  expect(begun.indexOf("list")).toBe(16);
  await clock.passUntil(Promise.all(slow));
  expect(begun).toHaveLength(61);
  expect(most).toBeLessThanOrEqual(32);
});
