import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRange } from "#server/provisioning/store/count-customers.ts";

const whole = (first: number, last?: number) => ({ first, last });

test.each([
  [{ first: 0 }, { whole: whole(0), rest: [] }],
  [{ first: 1 }, { whole: whole(1), rest: [whole(1, 9)] }],
  [
    { first: 10, last: 29 },
    { whole: whole(1, 2), rest: [] },
  ],
  [
    { first: 9, last: 30 },
    { whole: whole(1, 2), rest: [whole(9, 9), whole(30, 30)] },
  ],
  [{ first: 11, last: 18 }, { rest: [whole(11, 18)] }],
  [{ first: 15, last: 25 }, { rest: [whole(15, 25)] }],
  [{ first: 15, last: 14 }, { rest: [] }],
  [{ first: 25, last: 14 }, { rest: [] }],
])("%j is cut into tens and the rest", (range, expected) => {
  expect(splitRange(range, 10)).toEqual(expected);
});

test("the pieces hold every number of the range once, and no other", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 70 }), (first, last, size) => {
      const { whole: steps, rest } = splitRange({ first, last }, size);
      const pieces = [
        ...rest,
        ...(steps?.last === undefined ? [] : [whole(steps.first * size, (steps.last + 1) * size - 1)]),
      ];
      const held = pieces.flatMap((piece) =>
        Array.from({ length: (piece.last ?? 0) - piece.first + 1 }, (_, index) => piece.first + index),
      );
      expect(held.sort((a, b) => a - b)).toEqual(
        Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
      );
    }),
  );
});
