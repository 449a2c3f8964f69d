import { type EnteredTime, enterTime, type TimeQuestion, textProblem } from "#components/forms/time/entered-time.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { windowRangeTexts as texts } from "./window-texts.ts";

export type RangeErrors = Partial<Record<"from" | "to", string>>;

/** Filters concern the past, so a date without a year means the most recent such date. */
export const dayQuestion: TimeQuestion = { unit: "day", leans: "past" };

export const lastDayQuestion = (from: EnteredTime): TimeQuestion => ({
  unit: "last-day",
  leans: "past",
  start: from.reading,
});

/** A day that a person entered in a filter. Days are in UTC, as in the API. */
export const enterDay = (text: string, nowMs: number, question: TimeQuestion) =>
  enterTime(text, "UTC", nowMs, question);

/** The range between two entered days. Days in ISO 8601 can be compared as text. */
export function readWindowRange(
  from: EnteredTime,
  to: EnteredTime,
  nowMs: number,
): { range: WindowRange } | { errors: RangeErrors } {
  if (from.text.trim() === "") return { errors: { from: texts.fromMissing } };
  const isOpen = to.text.trim() === "";
  const wrongFrom = textProblem(from, nowMs, dayQuestion);
  const wrongTo = isOpen ? undefined : textProblem(to, nowMs, lastDayQuestion(from));
  if (wrongFrom !== undefined || wrongTo !== undefined) {
    return { errors: { ...(wrongFrom && { from: wrongFrom }), ...(wrongTo && { to: wrongTo }) } };
  }
  const [datefrom = "", dateto] = [from, to].map(({ reading }) => reading?.local.slice(0, 10));
  if (dateto === undefined) return { range: { datefrom } };
  return dateto < datefrom ? { errors: { to: texts.toBeforeFrom } } : { range: { datefrom, dateto } };
}
