import type { TimeReading } from "#lib/contract/errors.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { plannedTimeTexts as texts } from "./planned-time-texts.ts";

/** A time as entered in a form. */
export interface EnteredTime {
  /** `YYYY-MM-DDTHH:MM`; empty before anything was entered. */
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

/** A bound of the server, checked before sending. The server alone checks the configurable ones. */
const minAheadMs = 2 * minuteMs;
const maxAheadMs = 365 * dayMs;

/** The error of an entered time. `after`: for the end of a temporary change, the time that it must follow. */
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
