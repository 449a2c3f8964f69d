import { expect, test } from "vitest";
import { readUsersRange } from "#components/customers/filters/read-users-range.ts";
import { scanFilterPhrases } from "#components/customers/filters/scan-filter-texts.ts";

test.each([
  ["10", "", { range: { min: 10 } }],
  [" 1,000 ", "2 000", { range: { min: 1_000, max: 2_000 } }],
  ["", "5", { range: { max: 5 } }],
  ["", "", { errors: { min: "Enter at least one number" } }],
  ["ten", "-1", { errors: { min: "Enter a whole number", max: "Enter a whole number" } }],
  ["9", "3", { errors: { max: "Must not be less than “At least”" } }],
])("“%s” to “%s” users", (from, to, read) => {
  expect(readUsersRange(from, to)).toEqual(read);
});

test("filters are said as parts of a sentence", () => {
  expect(scanFilterPhrases({ plan: "essential", term: "12-months", users: { min: 10 } })).toEqual([
    "on plan Essential",
    "on term 12 months",
    "with 10 or more users",
  ]);
  expect(scanFilterPhrases({ users: { min: 1, max: 1 } })).toEqual(["with 1 user"]);
  expect(scanFilterPhrases({ users: { max: 50 } })).toEqual(["with up to 50 users"]);
});
