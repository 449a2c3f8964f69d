import type { TimeReading } from "#lib/contract/errors.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { plannedTimeTexts as texts } from "./planned-time-texts.ts";

/** A time as it stands in a form. */
export interface EnteredTime {
  /** `YYYY-MM-DDTHH:MM`; empty before anything was entered. */
  local: string;
  zone: string;
  /** Which of two readings was chosen, where the local time is not clear. */
  offset?: string | undefined;
}

/** The instant that a time in a form means; undefined where it is none, or not clear yet. */
export function readingOf({ local, zone, offset }: EnteredTime): TimeReading | undefined {
  const read = readLocalTime(local, zone);
  if (read === undefined) return undefined;
  return read.kind === "clear" ? read.readings[0] : read.readings.find((reading) => reading.offset === offset);
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The server's bounds, said beforehand. Those that can be configured the server alone decides. */
const minAheadMs = 2 * minuteMs;
const maxAheadMs = 365 * dayMs;

/** What is wrong with a time; `after` is the time that it has to follow, of the end of a temporary change. */
export function timeProblem(entered: EnteredTime, nowMs: number, after?: TimeReading): string | undefined {
  if (readLocalTime(entered.local, entered.zone) === undefined) return texts.missing;
  const reading = readingOf(entered);
  if (!reading) return texts.choose;
  const atMs = Date.parse(reading.at);
  if (after) return atMs < Date.parse(after.at) + minAheadMs ? texts.endsFirst : undefined;
  if (atMs < nowMs + minAheadMs) return texts.tooSoon;
  return atMs > nowMs + maxAheadMs ? texts.tooLate : undefined;
}

/** A time as a request has it: just the reading that the person saw. */
export function requestTime({ local, zone, offset }: TimeReading): { local: string; zone: string; offset: string } {
  return { local, zone, offset };
}
