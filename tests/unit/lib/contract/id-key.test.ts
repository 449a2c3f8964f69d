import fc from "fast-check";
import { expect, test } from "vitest";
import { idKey } from "#lib/contract/values/resource-ids.ts";

test("a UUID means the same in upper and lower case", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(idKey(id)).toBe(id.toLowerCase());
      expect(idKey(id.toUpperCase())).toBe(id.toLowerCase());
    }),
    { seed: 14 },
  );
});

test.each(["C-17", "ABC", "5B1C7A52-0000-4000-8000-00000000000", "5B1C7A52-0000-4000-8000-0000000000011", ""])(
  "the ID %s, which is not a UUID, stays unchanged",
  (id) => {
    expect(idKey(id)).toBe(id);
  },
);
