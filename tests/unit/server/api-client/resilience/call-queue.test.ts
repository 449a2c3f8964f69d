import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { createCallQueue } from "#server/api-client/resilience/call-queue.ts";

function setUp(running: number, waiting = 2_000) {
  const queue = createCallQueue({ running, waiting, busy: () => new AppError("upstream_busy", "busy") });
  const order: string[] = [];
  const enter = (caller: string, name = caller, signal = new AbortController().signal, template = "/a") =>
    queue.enter({ caller, template }, signal).then((leave) => {
      order.push(name);
      return leave;
    });
  const enterPath = (template: string, name = template) => enter("a", name, undefined, template);
  return { queue, order, enter, enterPath };
}

const drain = async (entered: Promise<() => void>) => (await entered)();

test("at most the allowed number of calls run, and a free place goes to the next call", async () => {
  const { queue, enter, order } = setUp(2);
  const first = await enter("a", "1");
  await enter("b", "2");
  const third = enter("c", "3");
  expect(queue.status()).toEqual({ running: 2, waiting: 1 });
  first();
  await third;
  expect(order).toEqual(["1", "2", "3"]);
  expect(queue.status()).toEqual({ running: 2, waiting: 0 });
});

test("one path of a person uses at most half of the places, and the person's other path starts at once", async () => {
  const { queue, enterPath, order } = setUp(32);
  const slow = Array.from({ length: 60 }, () => enterPath("/slow"));
  await Promise.all(slow.slice(0, 16));
  expect(queue.status()).toEqual({ running: 16, waiting: 44 });
  await enterPath("/list");
  expect(order.at(-1)).toBe("/list");
  expect(queue.status()).toEqual({ running: 17, waiting: 44 });
});

test("five slow paths of a person leave a place for a sixth path", async () => {
  const { queue, enterPath, order } = setUp(32);
  for (const path of ["/1", "/2", "/3", "/4", "/5"]) for (let call = 0; call < 60; call += 1) void enterPath(path);
  await enterPath("/6");
  expect(order.at(-1)).toBe("/6");
  expect(queue.status().running).toBe(32);
});

test("the paths of a person take turns, and the calls of each path keep their order", async () => {
  const { enterPath, order } = setUp(1);
  const crowd = Array.from({ length: 100 }, (_, index) => enterPath("/slow", `slow ${index}`));
  const others = [enterPath("/list", "list 0"), enterPath("/list", "list 1"), enterPath("/job", "job")];
  await Promise.all([...crowd, ...others].map(drain));
  expect(order.slice(0, 7)).toEqual(["slow 0", "slow 1", "list 0", "job", "slow 2", "list 1", "slow 3"]);
});

test("when the queue is full, a person's path with most calls loses its newest call to another path of the person", async () => {
  const { queue, enterPath, order } = setUp(1, 3);
  const leave = await enterPath("/slow", "1");
  const crowd = [enterPath("/slow", "2"), enterPath("/slow", "3"), enterPath("/slow", "4")];
  const list = enterPath("/list");
  await expect(crowd[2]).rejects.toMatchObject({ code: "upstream_busy" });
  expect(queue.status().waiting).toBe(3);
  leave();
  for (const entered of [crowd[0], list, crowd[1]]) (await entered)?.();
  expect(order).toEqual(["1", "2", "/list", "3"]);
});

test("a place is released only once, even if its function is called several times", async () => {
  const { queue, enter } = setUp(1);
  const leave = await enter("a");
  leave();
  leave();
  expect(queue.status().running).toBe(0);
});

test("callers take turns: a thousand calls of one caller delay another caller by only one place", async () => {
  const { enter, order } = setUp(1);
  const crowd = Array.from({ length: 1_000 }, (_, index) => enter("crowd", `crowd ${index}`));
  const others = [enter("single", "single"), enter("pair", "pair 1"), enter("pair", "pair 2")];
  await Promise.all([...crowd, ...others].map(drain));
  expect(order.slice(0, 7)).toEqual(["crowd 0", "crowd 1", "single", "pair 1", "crowd 2", "pair 2", "crowd 3"]);
  expect(order).toHaveLength(1_003);
});

test("the calls of each caller keep their order", async () => {
  const { enter, order } = setUp(1);
  const names = ["a1", "a2", "b1", "a3", "b2", "c1"];
  await Promise.all(names.map((name) => drain(enter(name.charAt(0), name))));
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("a caller that leaves while waiting is removed from the queue, with its own reason", async () => {
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

test("a caller that has already left does not enter the queue", async () => {
  const { queue, enter } = setUp(1);
  await expect(enter("a", "a", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  expect(queue.status()).toEqual({ running: 0, waiting: 0 });
});

test("a caller with the maximum number of waiting calls cannot add another call", async () => {
  const { queue, enter } = setUp(1, 2);
  await enter("a");
  const waiting = [enter("a"), enter("a")];
  await expect(enter("a")).rejects.toMatchObject({ code: "upstream_busy" });
  expect(queue.status().waiting).toBe(2);
  expect(waiting).toHaveLength(2);
});

test("when the queue is full, the caller with the most waiting calls loses its newest call to another caller", async () => {
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

test("all waiting calls can be refused at once", async () => {
  const { queue, enter } = setUp(1);
  await enter("a");
  const waiting = Promise.allSettled([enter("a"), enter("b")]);
  queue.refuseWaiting(new AppError("upstream_paused", "open"));
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(queue.status()).toEqual({ running: 1, waiting: 0 });
});
