import { expect, test } from "vitest";
import { readingOf, requestTime, timeProblem } from "#components/forms/planned-time/planned-time.ts";
import { plannedTimeTexts as texts } from "#components/forms/planned-time/planned-time-texts.ts";

const zone = "Europe/Amsterdam";
const nowMs = Date.parse("2026-11-22T10:00:00Z");

test.each([
  ["", texts.missing],
  ["2026-11-22T11:01", texts.tooSoon],
  ["2025-01-01T00:00", texts.tooSoon],
  ["2026-11-22T11:02", undefined],
  ["2027-11-22T11:00", undefined],
  ["2027-11-22T11:01", texts.tooLate],
  ["2027-03-28T02:30", texts.choose],
])("%s as the time of a change: %s", (local, problem) => {
  expect(timeProblem({ local, zone }, nowMs)).toBe(problem);
});

test("the end of a temporary change follows its start", () => {
  const start = readingOf({ local: "2026-11-24T00:00", zone });
  expect(timeProblem({ local: "2026-11-24T00:01", zone }, nowMs, start)).toBe(texts.endsFirst);
  expect(timeProblem({ local: "2026-12-08T00:00", zone }, nowMs, start)).toBeUndefined();
});

test("of a time that exists twice the chosen reading is sent", () => {
  const entered = { local: "2027-10-31T02:30", zone };
  expect(readingOf(entered)).toBeUndefined();
  const second = readingOf({ ...entered, offset: "+01:00" });
  expect(second && requestTime(second)).toEqual({ ...entered, offset: "+01:00" });
});

test("of a time that the clocks skip the chosen reading is sent, which exists", () => {
  const later = readingOf({ local: "2027-03-28T02:30", zone, offset: "+02:00" });
  expect(later && requestTime(later)).toEqual({ local: "2027-03-28T03:30", zone, offset: "+02:00" });
});
