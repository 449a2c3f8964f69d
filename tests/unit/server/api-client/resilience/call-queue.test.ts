import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { AppError } from "#lib/contract/errors.ts";
import { createCallQueue } from "#server/api-client/resilience/call-queue.ts";

function setUp(running: number, waiting = 2_000) {
  const queue = createCallQueue({ running, waiting, busy: () => new AppError("upstream_busy", "busy") });
  const order: string[] = [];
  const enter = (caller: string, name = caller, signal = new AbortController().signal) =>
    queue.enter(caller, signal).then((leave) => {
      order.push(name);
      return leave;
    });
  return { queue, order, enter };
}

test("no more than the bound are under way, and a place that is given back goes on", async () => {
  const { queue, enter, order } = setUp(2);
  const first = await enter("a", "1");
  await enter("a", "2");
  const third = enter("a", "3");
  expect(queue.status()).toEqual({ running: 2, waiting: 1 });
  first();
  await third;
  expect(order).toEqual(["1", "2", "3"]);
  expect(queue.status()).toEqual({ running: 2, waiting: 0 });
});

test("a place is given back once, however often its function is called", async () => {
  const { queue, enter } = setUp(1);
  const leave = await enter("a");
  leave();
  leave();
  expect(queue.status().running).toBe(0);
});

const drain = async (entered: Promise<() => void>) => (await entered)();

test("callers take turns: a thousand calls of one delay another's by one place", async () => {
  const { enter, order } = setUp(1);
  const crowd = Array.from({ length: 1_000 }, (_, index) => enter("crowd", `crowd ${index}`));
  const others = [enter("single", "single"), enter("pair", "pair 1"), enter("pair", "pair 2")];
  await Promise.all([...crowd, ...others].map(drain));
  expect(order.slice(0, 7)).toEqual(["crowd 0", "crowd 1", "single", "pair 1", "crowd 2", "pair 2", "crowd 3"]);
  expect(order).toHaveLength(1_003);
});

test("each caller's own calls keep their order", async () => {
  const { enter, order } = setUp(1);
  const names = ["a1", "a2", "b1", "a3", "b2", "c1"];
  await Promise.all(names.map((name) => drain(enter(name.charAt(0), name))));
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("who leaves while waiting is out of the line, with its own reason and without a trace", async () => {
  const { queue, enter, order } = setUp(1);
  const leave = await enter("a", "1");
  const leaving = new AbortController();
  const left = enter("a", "2", leaving.signal);
  const stays = enter("a", "3");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(queue.status()).toEqual({ running: 1, waiting: 1 });
  expect(getEventListeners(leaving.signal, "abort")).toEqual([]);
  leave();
  (await stays)();
  expect(order).toEqual(["1", "3"]);
  expect(queue.status()).toEqual({ running: 0, waiting: 0 });
});

test("who has left already does not enter", async () => {
  const { queue, enter } = setUp(1);
  await expect(enter("a", "a", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(queue.status()).toEqual({ running: 0, waiting: 0 });
});

test("the same caller's call too many is refused", async () => {
  const { queue, enter } = setUp(1, 2);
  await enter("a");
  const waiting = [enter("a"), enter("a")];
  await expect(enter("a")).rejects.toMatchObject({ code: "upstream_busy" });
  expect(queue.status().waiting).toBe(2);
  expect(waiting).toHaveLength(2);
});

test("when it is full, whoever waits with most loses the newest to another caller", async () => {
  const { queue, enter, order } = setUp(1, 3);
  const leave = await enter("crowd", "1");
  const crowd = [enter("crowd", "2"), enter("crowd", "3"), enter("crowd", "4")];
  const single = enter("single", "single");
  await expect(crowd[2]).rejects.toMatchObject({ code: "upstream_busy" });
  expect(queue.status().waiting).toBe(3);
  leave();
  for (const entered of [crowd[0], single, crowd[1]]) (await entered)?.();
  expect(order).toEqual(["1", "2", "single", "3"]);
});

test("everyone who waits can be refused at once", async () => {
  const { queue, enter } = setUp(1);
  await enter("a");
  const waiting = Promise.allSettled([enter("a"), enter("b")]);
  queue.refuseWaiting(new AppError("upstream_paused", "open"));
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(queue.status()).toEqual({ running: 1, waiting: 0 });
});
