import { expect, test } from "vitest";
import { hasRoom } from "#components/customers/list/has-room.ts";

type Standing = Parameters<typeof hasRoom>[0];

const answers: Standing = {
  availability: "available",
  failedInRow: 0,
  pausedResources: [],
  queue: { running: 4, waiting: 0 },
};

test("an API that answers has room for a page that is read ahead, also while others are read", () => {
  expect(hasRoom(answers)).toBe(true);
});

test.each<[string, Partial<Standing>]>([
  ["while requests are paused", { availability: "paused" }],
  ["while the API does not respond", { availability: "down" }],
  ["while one of its resources is paused", { pausedResources: [{ resource: "customers", until: "2026-01-01" }] }],
  ["after a request that failed and is tried again", { failedInRow: 1 }],
  ["while other requests wait", { queue: { running: 4, waiting: 1 } }],
])("%s nothing is read ahead", (_, change) => {
  expect(hasRoom({ ...answers, ...change })).toBe(false);
});
