import { expect, test } from "vitest";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";

function start() {
  let nowMs = 0;
  let reads = 0;
  const memory = createTtlCache({ monotonic: () => nowMs });
  const read = async () => {
    reads += 1;
    return reads;
  };
  return {
    memory,
    read,
    advance: (ms: number) => {
      nowMs += ms;
    },
    reads: () => reads,
  };
}

test("a hundred simultaneous callers and a hundred callers shortly after cause one read", async () => {
  const { memory, read, advance, reads } = start();
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => memory.recall("key", read)));
  expect(new Set(await hundred())).toEqual(new Set([1]));
  advance(4_999);
  expect(new Set(await hundred())).toEqual(new Set([1]));
  expect(reads()).toBe(1);
  advance(1);
  expect(await memory.recall("key", read)).toBe(2);
});

test("the age of a value counts from the end of its read, however long the read took", async () => {
  const { memory, advance } = start();
  const slow = Promise.withResolvers<string>();
  const first = memory.recall("key", () => slow.promise);
  advance(60_000);
  const second = memory.recall("key", async () => "another");
  slow.resolve("slow");
  expect(await Promise.all([first, second])).toEqual(["slow", "slow"]);
});

test("different keys share nothing", async () => {
  const { memory, read } = start();
  expect(await Promise.all([memory.recall("one", read), memory.recall("two", read)])).toEqual([1, 2]);
});

test("a failure reaches all callers, and is not stored", async () => {
  const { memory, read } = start();
  const fail = async (): Promise<number> => {
    throw new Error("no");
  };
  const outcomes = await Promise.allSettled([memory.recall("key", fail), memory.recall("key", read)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await memory.recall("key", read)).toBe(1);
});
