import type { TimeReading } from "#lib/contract/errors.ts";
import { printShortTime } from "#lib/typed-time/print-time.ts";
import { readTypedTime, type TypedTime } from "#lib/typed-time/read-typed-time.ts";
import { type TimeUnit, timeTexts as texts } from "./time-texts.ts";

/** A time as entered in a form. */
export interface EnteredTime {
  /** As typed. It is kept as typed, also in drafts and after an error. */
  text: string;
  zone: string;
  /**
   * What the text meant when it was typed, as the field shows it. Only this is sent: a text such as "tomorrow" must not
   * become another day while the form is open. Undefined if the text has no reading, or several.
   */
  reading?: TimeReading | undefined;
}

/** What a field asks for. */
export interface TimeQuestion {
  /** Default: `minute`. */
  unit?: TimeUnit;
  /** The meaning of a date without a year: the next one or the last one. Default: `future`. */
  leans?: "future" | "past";
  /** The time that "for 30 days" counts from. */
  start?: TimeReading | undefined;
}

/** Reads a typed text at this time. */
export function readEntered(text: string, zone: string, nowMs: number, question: TimeQuestion = {}): TypedTime {
  const { unit = "minute", leans = "future", start } = question;
  return readTypedTime(text, { zone, nowMs, leans, start, unit: unit === "minute" ? "minute" : "day" });
}

/** A typed text with its reading at this time. */
export function enterTime(text: string, zone: string, nowMs: number, question?: TimeQuestion): EnteredTime {
  const read = readEntered(text, zone, nowMs, question);
  return { text, zone, ...(read.kind === "clear" && { reading: read.reading }) };
}

/** A known time as the value of a field. */
export function enteredReading(reading: TimeReading): EnteredTime {
  return { text: printShortTime(reading), zone: reading.zone, reading };
}

/** Why an entered text cannot be sent; undefined if it has one reading. */
export function textProblem(entered: EnteredTime, nowMs: number, question: TimeQuestion = {}): string | undefined {
  if (entered.reading) return undefined;
  const read = readEntered(entered.text, entered.zone, nowMs, question);
  if (read.kind !== "unread") return texts.choose;
  return texts.unread(read.why, question.unit ?? "minute", question.leans ?? "future");
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Limits of the server, checked before sending. Limits that can be configured are checked only by the server. */
const minAheadMs = 2 * minuteMs;
const maxAheadMs = 365 * dayMs;

/** The error of a planned time. `start` is the start of a temporary change, which the end must follow. */
export function plannedTimeProblem(entered: EnteredTime, nowMs: number, start?: TimeReading): string | undefined {
  const { reading } = entered;
  if (!reading) return textProblem(entered, nowMs, { start });
  const atMs = Date.parse(reading.at);
  if (start) return atMs < Date.parse(start.at) + minAheadMs ? texts.endsFirst : undefined;
  if (atMs < nowMs + minAheadMs) return texts.tooSoon;
  return atMs > nowMs + maxAheadMs ? texts.tooLate : undefined;
}

/** A time for a request: exactly the reading that the person saw. */
export function requestTime({ local, zone, offset }: TimeReading): { local: string; zone: string; offset: string } {
  return { local, zone, offset };
}
