import type { TimeReading } from "#lib/contract/errors.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { plannedTimeTexts as texts } from "./planned-time-texts.ts";

/** A time as entered in a form. */
export interface EnteredTime {
  /** `YYYY-MM-DDTHH:MM`; empty until a person enters something. */
  local: string;
  zone: string;
  /** The chosen reading, if the local time is ambiguous. */
  offset?: string | undefined;
}

/** The instant of an entered time; undefined if it is invalid or still ambiguous. */
export function readingOf({ local, zone, offset }: EnteredTime): TimeReading | undefined {
  const read = readLocalTime(local, zone);
  if (read === undefined) return undefined;
  return read.kind === "clear" ? read.readings[0] : read.readings.find((reading) => reading.offset === offset);
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Limits of the server, checked before sending. Limits that can be configured are checked only by the server. */
const minAheadMs = 2 * minuteMs;
const maxAheadMs = 365 * dayMs;

/** The error of an entered time. `after` is the start of a temporary change, which the end must follow. */
export function timeProblem(entered: EnteredTime, nowMs: number, after?: TimeReading): string | undefined {
  if (readLocalTime(entered.local, entered.zone) === undefined) return texts.missing;
  const reading = readingOf(entered);
  if (!reading) return texts.choose;
  const atMs = Date.parse(reading.at);
  if (after) return atMs < Date.parse(after.at) + minAheadMs ? texts.endsFirst : undefined;
  if (atMs < nowMs + minAheadMs) return texts.tooSoon;
  return atMs > nowMs + maxAheadMs ? texts.tooLate : undefined;
}

/** A time for a request: exactly the reading that the person saw. */
export function requestTime({ local, zone, offset }: TimeReading): { local: string; zone: string; offset: string } {
  return { local, zone, offset };
}
