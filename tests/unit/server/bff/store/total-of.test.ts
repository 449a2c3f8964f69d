import { expect, test } from "vitest";
import { totalOf } from "#server/bff/store/total-of.ts";

test.each([
  ["an empty list", { limit: 10, offset: 0, rows: 0 }, 0, 0],
  ["a list on one page", { limit: 10, offset: 0, rows: 4 }, 4, 0],
  ["the last page", { limit: 10, offset: 20, rows: 3 }, 23, 0],
  ["a full page", { limit: 10, offset: 20, rows: 10 }, 77, 1],
  ["a page beyond the end", { limit: 10, offset: 90, rows: 0 }, 77, 1],
  ["a page of no rows", { limit: 0, offset: 0, rows: 0 }, 77, 1],
])("the total of %s is counted only if its rows do not show it", async (_name, page, total, counts) => {
  let counted = 0;
  const count = async () => {
    counted += 1;
    return { total: 77 };
  };
  expect(await totalOf(page, count)).toBe(total);
  expect(counted).toBe(counts);
});
