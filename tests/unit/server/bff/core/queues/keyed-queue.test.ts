import { expect, test } from "vitest";
import { createKeyedQueue } from "#server/bff/core/queues/keyed-queue.ts";

test("work with one key runs one after another, also after work that fails, and other keys do not wait", async () => {
  const queue = createKeyedQueue();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run("a", async () => {
    await gate.promise;
    seen.push("first");
    throw new Error("failed");
  });
  const second = queue.run("a", async () => seen.push("second"));
  await queue.run("b", async () => seen.push("other"));
  gate.resolve();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(seen).toEqual(["other", "first", "second"]);
});

test("the queue is idle when all work has ended, including work that was added in the meantime", async () => {
  const queue = createKeyedQueue();
  const seen: string[] = [];
  void queue.run("a", async () => {
    void queue.run("b", async () => seen.push("later"));
    seen.push("earlier");
  });
  await queue.idle();
  expect(seen).toEqual(["earlier", "later"]);
  await queue.idle();
});
