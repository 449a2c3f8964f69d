import { expect, test } from "vitest";
import { formatAgo } from "#lib/format/format-ago.ts";
import { callLengthText, formatCallLength } from "#lib/format/format-call-length.ts";
import { formatDay, formatDays, formatDaysStable } from "#lib/format/format-day.ts";

test("a calendar day keeps its date in any zone", () => {
  expect(formatDay("2026-11-03", "short", "en-GB")).toBe("3 Nov");
  expect(formatDay("2026-11-03", "long", "en-GB")).toMatch(/^Tuesday,? 3 November 2026$/);
  expect(formatDays("2026-11-03", "2026-11-03", "short", "en-GB")).toBe("3 Nov");
  expect(formatDays("2026-11-03", "2026-11-09", "long", "en-GB")).toMatch(/^3\D+9 November 2026$/);
  expect(formatDaysStable("2026-11-03", "2026-11-03")).toBe("2026-11-03");
  expect(formatDaysStable("2026-11-03", "2026-11-09")).toBe("2026-11-03 – 2026-11-09");
});

test.each([
  [0, "0:00", "0 s"],
  [7.4, "0:07", "7 s"],
  [184, "3:04", "3 min 4 s"],
  [3_729, "1:02:09", "1 h 2 min 9 s"],
  [86_400, "24:00:00", "24 h"],
])("a call of %d s is shown as %s", (seconds, shown, spoken) => {
  expect(formatCallLength(seconds)).toBe(shown);
  expect(callLengthText(seconds)).toBe(spoken);
});

test.each([
  ["2026-11-20T11:57:00Z", "3 min ago"],
  ["2026-11-20T12:00:00.4Z", "now"],
  ["2026-11-20T12:00:30Z", "in 30 sec"],
  ["2026-11-20T14:30:00Z", "in 2 hr"],
  ["2026-11-17T12:00:00Z", "3 days ago"],
])("the age of %s is shown as %s", (instant, words) => {
  expect(formatAgo(instant, "2026-11-20T12:00:00Z", "en-US").replaceAll(".", "")).toBe(words);
});
