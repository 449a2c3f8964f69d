import { expect, test } from "vitest";
import { createMemoryWatch, type MemorySample } from "#server/bff/console-health/memory-watch.ts";

const roomy: MemorySample = { residentBytes: 300, memoryLimitBytes: 1_000, heapBytes: 100, heapLimitBytes: 300 };

function watch() {
  let sample = roomy;
  const changes: (string | undefined)[] = [];
  const look = createMemoryWatch(
    (near) => changes.push(near),
    () => sample,
  );
  const times = (count: number, next: Partial<MemorySample>) => {
    sample = { ...roomy, ...next };
    return Array.from({ length: count }, look).at(-1);
  };
  return { times, changes };
}

test("six samples in a row above 85 % of a limit are reported once, until there is room again", () => {
  const { times, changes } = watch();
  expect(times(5, { heapBytes: 260 })).toBeUndefined();
  expect(times(1, {})).toBeUndefined();
  expect(times(5, { heapBytes: 260 })).toBeUndefined();
  expect(times(3, { heapBytes: 260 })).toBe("heap");
  expect(times(1, { residentBytes: 900 })).toBe("memory");
  expect(times(1, {})).toBeUndefined();
  expect(changes).toEqual(["heap", "memory", undefined]);
});

test("a process without a container's limit is never near that limit", () => {
  const { times } = watch();
  expect(times(10, { memoryLimitBytes: 0, residentBytes: 1e12 })).toBeUndefined();
});

test("the memory watch does not report a heap that has room", () => {
  const look = createMemoryWatch(() => {
    throw new Error("there is room");
  });
  expect(Array.from({ length: 6 }, look).at(-1)).toBeUndefined();
});
