import { expect, test } from "vitest";
import { readWindowRange } from "#components/forms/filters/window-range.ts";

test("days are shown unchanged", () => {
  expect(readWindowRange("2026-10-01", "2026-10-31")).toEqual({
    range: { datefrom: "2026-10-01", dateto: "2026-10-31" },
  });
  expect(readWindowRange("2026-10-01", "2026-10-01")).toHaveProperty("range");
  expect(readWindowRange("2026-10-01", "")).toEqual({ range: { datefrom: "2026-10-01" } });
});

test("a range without a first day, or with an end before its beginning, is refused at its field", () => {
  expect(readWindowRange("", "2026-10-31")).toEqual({ errors: { from: "Enter the first day" } });
  expect(readWindowRange("2026-10-02", "2026-10-01")).toEqual({
    errors: { to: "The last day must not be before the first" },
  });
});
