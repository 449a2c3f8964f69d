import fc from "fast-check";
import { expect, test } from "vitest";
import { lastPageOffset, pageOffsets } from "#components/data-table/page-position.ts";

test("the last page contains the last row", () => {
  expect(lastPageOffset(212, 25)).toBe(200);
  expect(lastPageOffset(200, 25)).toBe(175);
  expect(lastPageOffset(1, 25)).toBe(0);
  expect(lastPageOffset(0, 25)).toBe(0);
});

test("the first page has no previous page and the last page has no next page", () => {
  expect(pageOffsets(212, 25, 0)).toEqual({ first: undefined, previous: undefined, next: 25, last: 200 });
  expect(pageOffsets(212, 25, 200)).toEqual({ first: 0, previous: 175, next: undefined, last: undefined });
  expect(pageOffsets(0, 25, 0)).toEqual({ first: undefined, previous: undefined, next: undefined, last: undefined });
});

test("no button leads outside the rows, for any offset in the URL", () => {
  const anything = fc.tuple(fc.nat(5_000), fc.constantFrom(10, 25, 50, 100), fc.nat(20_000));
  fc.assert(
    fc.property(anything, ([total, limit, offset]) => {
      for (const to of Object.values(pageOffsets(total, limit, offset))) {
        if (to !== undefined) expect(to >= 0 && to < Math.max(total, 1) && to !== offset).toBe(true);
      }
    }),
    { seed: 20_261_102 },
  );
});
