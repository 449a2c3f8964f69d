import { expect, test } from "vitest";
import { createActivityWordMemory } from "#server/bff/activities/activity-word-memory.ts";

test("types and directions in answers are offered once, in order, in the API's spelling", () => {
  const seen = createActivityWordMemory();
  seen.note([{ type: "SMS", direction: "out" }, { type: "CALL" }, { type: "SMS", direction: "in" }]);
  expect(seen.words()).toEqual({ types: ["CALL", "SMS"], directions: ["in", "out"] });
});

test("empty or very long words are not stored, and at most fifty words are", () => {
  const seen = createActivityWordMemory();
  seen.note([{ type: " " }, { type: "x".repeat(101) }]);
  seen.note(Array.from({ length: 200 }, (_, index) => ({ type: `word ${index}` })));
  expect(seen.words().types.length).toBe(50);
  expect(seen.words().types.every((type) => type.startsWith("word"))).toBe(true);
});
