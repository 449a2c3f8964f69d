import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeenIDs } from "#server/bff/customers/seen-ids.ts";

test("each ID is new once, however many there are", () => {
  const seen = createSeenIDs();
  const ids = Array.from({ length: 20_000 }, (_, index) => `id ${index}`);
  expect(ids.every((id) => seen.add(id))).toBe(true);
  expect(ids.some((id) => seen.add(id))).toBe(false);
  expect(ids.every((id) => seen.has(id))).toBe(true);
  expect(seen.has("id 20000")).toBe(false);
});

test("it says the same as a set", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (ids) => {
      const seen = createSeenIDs();
      const set = new Set<string>();
      for (const id of ids) {
        expect(seen.has(id)).toBe(set.has(id));
        expect(seen.add(id)).toBe(!set.has(id));
        set.add(id);
      }
    }),
  );
});
