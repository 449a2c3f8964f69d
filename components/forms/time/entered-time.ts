import type { TimeReading } from "#lib/contract/errors.ts";
import { dayMs, minuteMs } from "#lib/contract/values/time-units.ts";
import { printShortTime } from "#lib/typed-time/print-time.ts";
import { readTypedTime, type TypedTime } from "#lib/typed-time/read-typed-time.ts";
import { type TimeUnit, timeTexts as texts } from "./time-texts.ts";

/** A time that a person has entered in a form. */
export interface EnteredTime {
  /** The text as the person typed it. It is never changed, not even in drafts or after an error. */
  text: string;
  zone: string;
  /**
   * The time that the text meant when it was typed. The field shows this time, and only this time is sent. So a text
   * such as "tomorrow" does not change its meaning while the form is open. Undefined if the text is invalid or
   * ambiguous.
   */
  reading?: TimeReading | undefined;
}

/** What kind of time a field asks for. */
export interface TimeQuestion {
  /** Default: `minute`. */
  unit?: TimeUnit;
  /** Whether a date without a year means the next or the last such date. Default: `future`. */
  leans?: "future" | "past";
  /** The start time that a text such as "for 30 days" refers to. */
  start?: TimeReading | undefined;
}

/** Parses a text as if it were typed at `nowMs`. */
export function readEntered(text: string, zone: string, nowMs: number, question: TimeQuestion = {}): TypedTime {
  const { unit = "minute", leans = "future", start } = question;
  return readTypedTime(text, { zone, nowMs, leans, start, unit: unit === "minute" ? "minute" : "day" });
}

/** Returns the value of a field: the text, and the time that the text means if a person types it at `nowMs`. */
export function enterTime(text: string, zone: string, nowMs: number, question?: TimeQuestion): EnteredTime {
  const read = readEntered(text, zone, nowMs, question);
  return { text, zone, ...(read.kind === "clear" && { reading: read.reading }) };
}

/** Turns a known time into the value of a field. */
export function enteredReading(reading: TimeReading): EnteredTime {
  return { text: printShortTime(reading), zone: reading.zone, reading };
}

/** The reason why an entered text cannot be sent. Undefined if its meaning is clear. */
export function textProblem(entered: EnteredTime, nowMs: number, question: TimeQuestion = {}): string | undefined {
  if (entered.reading) return undefined;
  const read = readEntered(entered.text, entered.zone, nowMs, question);
  if (read.kind !== "unread") return texts.choose;
  return texts.unread(read.why, question.unit ?? "minute", question.leans ?? "future");
}

/** Fixed limits of the server, checked in the form too. Only the server checks the limits that can be configured. */
const minAheadMs = 2 * minuteMs;
const maxAheadMs = 365 * dayMs;

/** The error of a planned time. For the end of a temporary change, `start` is the start, which must be earlier. */
export function plannedTimeProblem(entered: EnteredTime, nowMs: number, start?: TimeReading): string | undefined {
  const { reading } = entered;
  if (!reading) return textProblem(entered, nowMs, { start });
  const atMs = Date.parse(reading.at);
  if (start) return atMs < Date.parse(start.at) + minAheadMs ? texts.endsFirst : undefined;
  if (atMs < nowMs + minAheadMs) return texts.tooSoon;
  return atMs > nowMs + maxAheadMs ? texts.tooLate : undefined;
}

/** A time for a request. It is exactly the time that the person saw. */
export function requestTime({ local, zone, offset }: TimeReading): { local: string; zone: string; offset: string } {
  return { local, zone, offset };
}
