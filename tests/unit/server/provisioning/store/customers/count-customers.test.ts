import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { countedRanges, splitRange } from "#server/provisioning/store/customers/count-customers.ts";

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
])("the range %j is split into tens and the rest", (range, expected) => {
  expect(splitRange(range, 10)).toEqual(expected);
});

test("the pieces contain every number of the range once, and no other number", () => {
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

test.each<[string, { fromMs: number; toMs?: number }]>([
  ["inside one day", { fromMs: 5, toMs: 9 }],
  ["one whole day", { fromMs: dayMs, toMs: 2 * dayMs - 1 }],
  ["years that begin and end inside a day", { fromMs: 10 * dayMs + 5, toMs: 900 * dayMs + 7 }],
  ["an end before its beginning", { fromMs: 9, toMs: 5 }],
  ["no end", { fromMs: 70 * dayMs + 1 }],
])("a window of %s is counted by five ranges that follow each other without a gap", (_name, window) => {
  const { longPeriods, days, instants } = countedRanges(window);
  const pieces = [
    { size: 64 * dayMs, ...longPeriods },
    ...days.map((range) => ({ size: dayMs, ...range })),
    ...instants.map((range) => ({ size: 1, ...range })),
  ];
  const held = pieces
    .filter(({ first, last }) => first <= last)
    .map(({ size, first, last }) => ({ first: first * size, next: (last + 1) * size }))
    .sort((a, b) => a.first - b.first);
  const next = (window.toMs ?? Number.MAX_SAFE_INTEGER) + 1;
  let reached = window.fromMs;
  for (const piece of held) {
    expect(piece.first).toBe(reached);
    reached = piece.next;
  }
  expect(reached).toBe(Math.max(window.fromMs, next));
});
