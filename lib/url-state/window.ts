import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { calendarDayFrom, utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { defaultWindowDays } from "#lib/contract/values/customers/customer-filters.ts";

/** An explicit range of UTC days. The first and the last day are included. */
export interface WindowRange {
  datefrom: string;
  dateto?: string;
}

/** The first day of "all time". The API has no parameter for all time. */
export const earliestDate = "1970-01-01";

/** The number of days that each preset covers, except `all`. */
export const windowDays: Readonly<Record<Exclude<WindowPreset, "all">, number>> = {
  "7d": defaultWindowDays,
  "30d": 30,
  "90d": 90,
  "1y": 365,
};

/** The period of a list: a preset, which is relative to the current time, or a fixed range of days. */
export type Window = WindowPreset | WindowRange;

/**
 * Returns the first and the last day of a window. A relative window is counted back from `nowMs` and has no last day.
 */
export function resolveWindow(window: Window, nowMs: number): WindowRange {
  if (typeof window !== "string") return window;
  return { datefrom: window === "all" ? earliestDate : utcDaysAgo(nowMs, windowDays[window]) };
}

const day = (text: string | null) => calendarDayFrom(text);

/**
 * Parses the days `datefrom` and `dateto`. Without a valid first day, the range starts at `earliestDate`. A last day
 * that is before the first day is dropped. Undefined if neither day is valid.
 */
export function parseWindowRange(params: URLSearchParams): WindowRange | undefined {
  const datefrom = day(params.get("datefrom"));
  const dateto = day(params.get("dateto"));
  if (datefrom === undefined && dateto === undefined) return undefined;
  const from = datefrom ?? earliestDate;
  return dateto !== undefined && dateto >= from ? { datefrom: from, dateto } : { datefrom: from };
}

/** Sets the parameters of a range. The inverse of `parseWindowRange`. */
export function setWindowRange(params: URLSearchParams, { datefrom, dateto }: WindowRange): void {
  params.set("datefrom", datefrom);
  if (dateto !== undefined) params.set("dateto", dateto);
}
