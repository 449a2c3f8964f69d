import fc from "fast-check";
import { expect, test } from "vitest";
import { maxUsers, parseUsersRange, type UsersRange } from "#lib/contract/values/customers/users-range.ts";

/** Returns the text of a range in the format of earlier links. */
const wordOf = ({ min, max }: UsersRange) => `${min ?? ""}..${max ?? ""}`;

const ends = fc.integer({ min: 0, max: maxUsers });

test("every range can be read from the text in earlier links", () => {
  const ranges = fc.oneof(
    ends.map((min) => ({ min })),
    ends.map((max) => ({ max })),
    fc.tuple(ends, ends).map(([one, two]) => ({ min: Math.min(one, two), max: Math.max(one, two) })),
  );
  fc.assert(
    fc.property(ranges, (range) => {
      expect(parseUsersRange(wordOf(range))).toEqual(range);
    }),
  );
});

test.each([
  ["10", { min: 10, max: 10 }],
  ["10..", { min: 10 }],
  ["..50", { max: 50 }],
  ["0..0", { min: 0, max: 0 }],
])("the text %s is a range of users", (word, range) => {
  expect(parseUsersRange(word)).toEqual(range);
});

test.each(["", "..", "50..10", "-1", "1.5", "10...20", "1e3", "10000000000", "ten", null])(
  "the text %s is not a range",
  (word) => {
    expect(parseUsersRange(word)).toBeUndefined();
  },
);
