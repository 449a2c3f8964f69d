import { expect, test } from "vitest";
import { defaultDateFromMs, parseTimeSpan } from "#server/provisioning/services/time-window.ts";

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z", "2026-11-20T23:59:59.999Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
  ["1900-01-01", "1900-01-01T00:00:00.000Z", "1900-01-01T23:59:59.999Z"],
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z", "2026-11-20T10:00:00.000Z"],
  ["2026-11-20T10:00:00.123+02:00", "2026-11-20T08:00:00.123Z", "2026-11-20T08:00:00.123Z"],
])("%s is a time range", (text, first, last) => {
  expect(parseTimeSpan(text)).toEqual({ firstMs: Date.parse(first), lastMs: Date.parse(last) });
});

test.each([
  "",
  "2026-02-29",
  "2026-13-01",
  "2026-1-1",
  "20261120",
  "2026-11-20T10:00:00",
  "2026-11-20 10:00:00Z",
  "Fri, 20 Nov 2026",
  "1795176000000",
  "2026-11-20T25:00:00Z",
])("%j is no time range", (text) => {
  expect(parseTimeSpan(text)).toBeUndefined();
});

test("the default window is exactly seven days of 24 hours", () => {
  expect(defaultDateFromMs(Date.parse("2026-11-20T12:34:56.789Z"))).toBe(Date.parse("2026-11-13T12:34:56.789Z"));
});
