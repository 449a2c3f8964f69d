import { expect, test } from "vitest";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { recentDays, resolveRecentDays } from "#lib/url-state/recent-days.ts";

test.each([
  ["today", "2026-03-31T23:59:59Z", { datefrom: "2026-03-31", dateto: "2026-03-31" }],
  ["yesterday", "2026-03-01T00:00:00Z", { datefrom: "2026-02-28", dateto: "2026-02-28" }],
  ["7d", "2026-03-03T12:00:00Z", { datefrom: "2026-02-24" }],
  ["30d", "2026-03-31T12:00:00Z", { datefrom: "2026-03-01" }],
  ["month", "2026-03-01T00:00:00Z", { datefrom: "2026-03-01" }],
  ["last-month", "2028-03-31T12:00:00Z", { datefrom: "2028-02-01", dateto: "2028-02-29" }],
  ["last-month", "2027-01-01T00:00:00Z", { datefrom: "2026-12-01", dateto: "2026-12-31" }],
] as const)("the range %s at %s begins and ends with these UTC days", (recent, now, range) => {
  expect(resolveRecentDays(recent, Date.parse(now))).toEqual(range);
});

test("no offered range ends before it begins, or begins after today", () => {
  for (const recent of recentDays) {
    for (let day = 0; day < 366; day++) {
      const nowMs = Date.parse("2027-06-01T03:00:00Z") + day * 86_400_000;
      const range = resolveRecentDays(recent, nowMs);
      expect(isValidWindow(range)).toBe(true);
      expect(range.datefrom <= new Date(nowMs).toISOString()).toBe(true);
    }
  }
});
