import { expect, test } from "vitest";
import {
  enteredReading,
  enterTime,
  plannedTimeProblem,
  requestTime,
  textProblem,
} from "#components/forms/time/entered-time.ts";
import { timeTexts as texts } from "#components/forms/time/time-texts.ts";

const zone = "Europe/Amsterdam";
const nowMs = Date.parse("2026-11-22T10:00:00Z");
const enter = (text: string) => enterTime(text, zone, nowMs);

test.each([
  ["", "Enter a date and a time"],
  ["soon", "Not a date and time. Write for example 1 dec 14:00, tomorrow 9:00 or in 30 days"],
  ["1/2/2027", texts.choose],
  ["2026-11-22 11:01", texts.tooSoon],
  ["1 jan 2025", texts.tooSoon],
  ["2026-11-22 11:02", undefined],
  ["2027-11-22 11:00", undefined],
  ["2027-11-22 11:01", texts.tooLate],
  ["2027-03-28 02:30", texts.choose],
])("“%s” as the time of a change gives the message: %s", (text, problem) => {
  expect(plannedTimeProblem(enter(text), nowMs)).toBe(problem);
});

test("the end of a temporary change follows its start", () => {
  const start = enter("2026-11-24 00:00").reading;
  expect(plannedTimeProblem(enter("2026-11-24 00:01"), nowMs, start)).toBe(texts.endsFirst);
  expect(plannedTimeProblem(enterTime("for 14 days", zone, nowMs, { start }), nowMs, start)).toBeUndefined();
});

test("the form sends the time that was shown, even if the text means another day now", () => {
  const entered = enter("tomorrow");
  const nextDayMs = nowMs + 24 * 3_600_000;
  expect(entered.reading && requestTime(entered.reading)).toEqual({
    local: "2026-11-23T00:00",
    zone,
    offset: "+01:00",
  });
  expect(textProblem(entered, nextDayMs)).toBeUndefined();
  expect(plannedTimeProblem(entered, nextDayMs)).toBe(texts.tooSoon);
});

test("a time that exists twice is sent only after a person has chosen one of the two times", () => {
  expect(enter("31 oct 2027 2:30").reading).toBeUndefined();
  const second = enter("2027-10-31 02:30 (UTC+01:00)");
  expect(second.reading && requestTime(second.reading)).toEqual({ local: "2027-10-31T02:30", zone, offset: "+01:00" });
  expect(second.reading && enteredReading(second.reading)).toEqual(second);
});
