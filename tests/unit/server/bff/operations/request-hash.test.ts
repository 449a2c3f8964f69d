import fc from "fast-check";
import { expect, test } from "vitest";
import { requestHash } from "#server/bff/operations/request-hash.ts";

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
};

test("the order of members does not matter", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(requestHash(reversed(value))).toBe(requestHash(value));
    }),
  );
});

test.each([
  [{ a: 1 }, { a: "1" }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: { b: 1 } }, { a: { c: 1 } }],
  [{ a: 1 }, [["a", 1]]],
  [{ a: null }, {}],
])("%j and %j are different requests", (one, other) => {
  expect(requestHash(one)).not.toBe(requestHash(other));
});
