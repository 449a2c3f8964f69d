import { type EnteredTime, enterTime, type TimeQuestion, textProblem } from "#components/forms/time/entered-time.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { windowRangeTexts as texts } from "./window-texts.ts";

export type RangeErrors = Partial<Record<"from" | "to", string>>;

/** Lists are filtered by what has happened, so a date without a year is the last one. */
export const dayQuestion: TimeQuestion = { unit: "day", leans: "past" };

export const lastDayQuestion = (from: EnteredTime): TimeQuestion => ({
  unit: "last-day",
  leans: "past",
  start: from.reading,
});

/** A day of a filter as entered. The API's days are in UTC. */
export const enterDay = (text: string, nowMs: number, question: TimeQuestion) =>
  enterTime(text, "UTC", nowMs, question);

/** The range between two entered days. A day is text, so two days compare as text. */
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
