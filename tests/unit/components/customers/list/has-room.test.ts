import { expect, test } from "vitest";
import { hasRoom, isIdle } from "#components/customers/list/has-room.ts";

type Standing = Parameters<typeof hasRoom>[0];

const answers: Standing = {
  availability: "available",
  failedInRow: 0,
  pausedResources: [],
  queue: { running: 4, waiting: 0 },
};

test("a page may be prefetched if the API answers, also while others are being read", () => {
  expect(hasRoom(answers)).toBe(true);
});

test.each<[string, Partial<Standing>]>([
  ["while requests are paused", { availability: "paused" }],
  ["while the API does not respond", { availability: "down" }],
  ["while one of its resources is paused", { pausedResources: [{ resource: "customers", until: "2026-01-01" }] }],
  ["after a request that failed and is tried again", { failedInRow: 1 }],
  ["while other requests wait", { queue: { running: 4, waiting: 1 } }],
])("%s nothing is prefetched", (_, change) => {
  expect(hasRoom({ ...answers, ...change })).toBe(false);
});

test("the API is idle only if it answers and no request runs or waits", () => {
  expect(isIdle(answers)).toBe(false);
  const queue = { running: 0, waiting: 0 };
  expect(isIdle({ ...answers, queue })).toBe(true);
  expect(isIdle({ ...answers, queue, availability: "paused" })).toBe(false);
});
