import { expect, test } from "vitest";
import { isWalkShorter } from "#server/provisioning/store/customers/find-customers.ts";

test.each([
  ["a first page of everything", { reach: 25, total: 1_000_000, all: 1_000_000 }, true],
  ["a first page of a week in a million", { reach: 25, total: 8_000, all: 1_000_000 }, true],
  ["a page in the middle of that week", { reach: 4_025, total: 8_000, all: 1_000_000 }, false],
  ["a first page of an hour", { reach: 25, total: 50, all: 1_000_000 }, false],
  ["a small store", { reach: 25, total: 40, all: 5_000 }, false],
])("the store chooses the faster way to read %s", (_what, options, isShorter) => {
  expect(isWalkShorter(options)).toBe(isShorter);
});
