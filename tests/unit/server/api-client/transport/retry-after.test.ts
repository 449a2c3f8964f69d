import { expect, test } from "vitest";
import { parseRetryAfter } from "#server/api-client/transport/retry-after.ts";

const nowMs = Date.UTC(2026, 10, 20, 12);

test.each([
  ["120", 120_000],
  [" 5 ", 5_000],
  ["0", 0],
  ["1.5", 1_500],
  ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
  ["Friday, 20-Nov-26 12:00:30 GMT", 30_000],
  ["Fri Nov 20 12:00:30 2026", 30_000],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
])("the header %j contains a time", (header, fromNowMs) => {
  expect(parseRetryAfter(header, nowMs)).toBe(nowMs + fromNowMs);
});

test.each([
  [null],
  [""],
  ["-1"],
  ["soon"],
  ["1e3"],
  ["0x10"],
  ["12 cats"],
  ["NaN"],
  ["Infinity"],
  ["999999999999"],
  ["2026-11-20T12:00:30Z"],
  ["Fri, 99 Nov 2026 12:00:30 GMT"],
  ["120, 240"],
])("the header %j is invalid and ignored", (header) => {
  expect(parseRetryAfter(header, nowMs)).toBeUndefined();
});

test.each([
  ["Fri, 20 Nov 2026 12:10:30 GMT", "Fri, 20 Nov 2026 12:10:00 GMT", 30_000],
  ["Fri, 20 Nov 2026 11:50:30 GMT", "Fri, 20 Nov 2026 11:50:00 GMT", 30_000],
  ["Fri, 20 Nov 2026 12:00:30 GMT", "nonsense", 30_000],
  ["Fri, 20 Nov 2026 12:00:30 GMT", null, 30_000],
  ["30", "Fri, 20 Nov 2026 11:50:00 GMT", 30_000],
])("the header %j in an answer of %j means %i ms from now, for any time of our clock", (header, date, waitMs) => {
  expect(parseRetryAfter(header, nowMs, date)).toBe(nowMs + waitMs);
});
