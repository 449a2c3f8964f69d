import fc from "fast-check";
import { expect, test } from "vitest";
import { createIDMap } from "#server/bff/known/id-map.ts";

test.each([
  ["its own hash", undefined],
  ["IDs that share their hash", (id: string) => id.length % 2],
])("a map by IDs has the same content as a Map by texts, with %s", (_, hashOf) => {
  const id = fc.oneof(
    fc.constantFrom("", "a", "b", "ab", "ba"),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.uuid(),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.integer()), { maxLength: 60 }), (pairs) => {
      const map = createIDMap<number>(hashOf);
      for (const [key, value] of pairs) map.set(key, value);
      const expected = new Map(pairs);
      expect(map.size()).toBe(expected.size);
      for (const [key, value] of expected) expect(map.get(key)).toBe(value);
      expect(map.get("none of them")).toBeUndefined();
    }),
    { seed: 14, numRuns: 500 },
  );
});
