import fc from "fast-check";
import { expect, test } from "vitest";
import { writeInstant } from "#server/provisioning/services/write-instant.ts";

test("an instant is written as toISOString does it", () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (atMs) => {
      expect(writeInstant(atMs)).toBe(new Date(atMs).toISOString());
    }),
    { numRuns: 10_000 },
  );
});

test.each([0, -1, 86_399_999, 86_400_000, 951_782_400_000, 253_402_300_800_000, -62_167_219_200_001])(
  "the number %i is also written as toISOString does it",
  (atMs) => {
    expect(writeInstant(atMs)).toBe(new Date(atMs).toISOString());
  },
);
