import fc from "fast-check";
import { expect, test } from "vitest";
import { depthOf } from "#server/bff/json-body.ts";

const depth = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;

test("the depth of text is the depth of its value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(depthOf(JSON.stringify(value))).toBe(depth(value));
    }),
  );
});

test("brackets in strings do not count", () => {
  expect(depthOf(String.raw`{"a":"[[[\"[[","b\\":[]}`)).toBe(2);
});
