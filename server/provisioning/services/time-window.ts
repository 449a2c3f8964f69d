import { z } from "zod";
import { defaultWindowDays } from "#lib/contract/values/customers/customer-filters.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";

/** The first and the last millisecond of a date. For a timestamp, the two are equal. */
export interface TimeSpan {
  firstMs: number;
  lastMs: number;
}

const day = z.iso.date();
const dayLength = "YYYY-MM-DD".length;
const timestamp = z.iso.datetime({ offset: true });

/**
 * Parses an ISO date, or an ISO timestamp with an offset. A date means the whole day in UTC. Undefined for any other
 * text.
 */
export function parseTimeSpan(text: string): TimeSpan | undefined {
  // The length is checked first, because this is cheaper than parsing. A timestamp is always longer than a date.
  if (text.length === dayLength && day.safeParse(text).success) {
    const firstMs = Date.parse(`${text}T00:00:00.000Z`);
    return { firstMs, lastMs: firstMs + dayMs - 1 };
  }
  const atMs = timestamp.safeParse(text).success ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : { firstMs: atMs, lastMs: atMs };
}

/** When a list without `datefrom` begins: exactly 7 × 24 hours before the request (specification, section 4.2). */
export function defaultDateFromMs(nowMs: number): number {
  return nowMs - defaultWindowDays * dayMs;
}
