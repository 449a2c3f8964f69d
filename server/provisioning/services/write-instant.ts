import { dayMs } from "#lib/contract/values/time-units.ts";

/**
 * The maximum number of cached dates. The customers of a list were often created on the same few days, so it is enough
 * to format each day once.
 */
const rememberedDays = 4_096;
const dates = new Map<number, string>();

const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));
const three = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, "0"));

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= rememberedDays) dates.clear();
  const date = new Date(day * dayMs).toISOString().slice(0, -14);
  dates.set(day, date);
  return date;
}

/**
 * Formats a time (milliseconds since 1970) for the API. The result is the same as with `toISOString`, but this function
 * takes a third of the time. The speed matters, because one page contains a hundred times.
 */
export function writeInstant(atMs: number): string {
  const day = Math.floor(atMs / dayMs);
  const rest = atMs - day * dayMs;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dateOf(day)}T${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1_000]}Z`;
}
