import { expect, test } from "vitest";
import { dayQuestion, enterDay, lastDayQuestion, readWindowRange } from "#components/forms/filters/window-range.ts";

const nowMs = Date.parse("2026-11-27T10:00:00Z");

function read(fromText: string, toText: string) {
  const from = enterDay(fromText, nowMs, dayQuestion);
  return readWindowRange(from, enterDay(toText, nowMs, lastDayQuestion(from)), nowMs);
}

test.each([
  ["2026-10-01", "2026-10-31", { datefrom: "2026-10-01", dateto: "2026-10-31" }],
  ["1 oct", "1 oct", { datefrom: "2026-10-01", dateto: "2026-10-01" }],
  ["1 oct", "", { datefrom: "2026-10-01" }],
  ["1 oct", "for 7 days", { datefrom: "2026-10-01", dateto: "2026-10-07" }],
  ["1 dec", "yesterday", { datefrom: "2025-12-01", dateto: "2026-11-26" }],
])("the days from “%s” to “%s” include the first and the last day", (from, to, range) => {
  expect(read(from, to)).toEqual({ range });
});

test.each([
  ["", "2026-10-31", { from: "Enter the first day" }],
  ["2026-10-02", "2026-10-01", { to: "The last day must not be before the first" }],
  ["01/02/2026", "31 feb", { from: expect.stringContaining("two readings"), to: expect.stringContaining("not exist") }],
  ["1 oct 14:00", "", { from: "Enter a day without a time" }],
])("a range from “%s” to “%s” is refused at its field", (from, to, errors) => {
  expect(read(from, to)).toEqual({ errors });
});
