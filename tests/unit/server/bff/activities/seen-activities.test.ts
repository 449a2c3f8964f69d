import { expect, test } from "vitest";
import { createSeenActivities } from "#server/bff/activities/seen-activities.ts";

test("words that came past are offered once, in order, as the API spelt them", () => {
  const seen = createSeenActivities();
  seen.note([{ type: "SMS", direction: "out" }, { type: "CALL" }, { type: "SMS", direction: "in" }]);
  expect(seen.words()).toEqual({ types: ["CALL", "SMS"], directions: ["in", "out"] });
});

test("neither empty nor endless words, nor more than fifty", () => {
  const seen = createSeenActivities();
  seen.note([{ type: " " }, { type: "x".repeat(101) }]);
  seen.note(Array.from({ length: 200 }, (_, index) => ({ type: `word ${index}` })));
  expect(seen.words().types.length).toBe(50);
  expect(seen.words().types.every((type) => type.startsWith("word"))).toBe(true);
});
