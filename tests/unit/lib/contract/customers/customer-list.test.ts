import { describe, expect, test } from "vitest";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { isCalendarDay } from "#lib/contract/values/calendar.ts";
import { listSortKeys } from "#lib/contract/values/customers/known-filters.ts";

const parse = (query: Record<string, string>) => customerListQuerySchema.safeParse(query);

describe("the query of the customer list", () => {
  test("the query has the documented defaults", () => {
    expect(parse({}).data).toEqual({
      limit: 25,
      offset: 0,
      sort: "created",
      ascending: false,
      includeDeleted: false,
      raw: false,
    });
  });

  test.each<[string, Record<string, string>, string, string]>([
    ["limit 0", { limit: "0" }, "limit", "must be 1 or more"],
    ["limit over 100", { limit: "101" }, "limit", "must be 100 or less"],
    ["limit as a fraction", { limit: "2.5" }, "limit", "must be a whole number"],
    ["limit in another notation", { limit: "0x10" }, "limit", "must be a whole number"],
    ["limit empty", { limit: "" }, "limit", "must be a whole number"],
    ["offset negative", { offset: "-1" }, "offset", "must be a whole number"],
    ["an unknown sort key", { sort: "salary" }, "sort", `must be one of ${listSortKeys.join(", ")}`],
    ["ascending as 1", { ascending: "1" }, "ascending", "must be true or false"],
    [
      "a day that does not exist",
      { datefrom: "2026-02-29" },
      "datefrom",
      "must be a date that exists, written YYYY-MM-DD",
    ],
    [
      "dateto before datefrom",
      { datefrom: "2026-02-02", dateto: "2026-02-01" },
      "dateto",
      "must not be before datefrom",
    ],
    ["a long search", { searchTerm: "x".repeat(201) }, "searchTerm", "must be 200 characters or less"],
  ])("%s is refused", (_, query, field, message) => {
    const issues = parse(query).error?.issues.map((issue) => [issue.path.join("."), issue.message]);
    expect(issues).toEqual([[field, message]]);
  });

  test("an unknown filter is refused, not ignored", () => {
    expect(parse({ serachTerm: "acme" }).success).toBe(false);
  });
});

test("calendar days follow the calendar", () => {
  expect(["2024-02-29", "2000-02-29", "2026-12-31"].map(isCalendarDay)).toEqual([true, true, true]);
  expect(["1900-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-1-1", "1969-12-31"].map(isCalendarDay)).toEqual(
    Array(6).fill(false),
  );
});
