const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The last millisecond of the year 9999. Later years have more than four digits in ISO 8601. */
const latestMs = 253_402_300_799_999;

/**
 * Numbers of at least this size count as milliseconds (1973 or later). Smaller numbers count as seconds (until the year
 * 5138).
 */
const millisecondsFrom = 100_000_000_000;

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

function isoToMs(text: string): number {
  const match = isoForm.exec(text);
  if (match === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const fields = [year ?? 0, (month ?? 0) - 1, day ?? 0, hour ?? 0, minute ?? 0, second ?? 0] as const;
  const utcMs = Date.UTC(...fields, milliseconds);
  const back = new Date(utcMs);
  // `Date.UTC` converts 31 February to a day in March. Such a text is not a valid instant.
  const isReal =
    back.getUTCMonth() === fields[1] && back.getUTCDate() === fields[2] && fields[3] < 24 && fields[4] < 60;
  return isReal && fields[5] < 60 ? utcMs - offsetMs(match[8]) : Number.NaN;
}

const zero = 48;

/** Reads some digits of a text as a number. NaN if one of the characters is not a digit. */
function digitsAt(text: string, from: number, count: number): number {
  let value = 0;
  for (let index = from; index < from + count; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * True for a text in the format of `toISOString` in the years 1970 to 9999. `toInstant` returns such a text unchanged.
 */
function isCanonical(text: string): boolean {
  if (text.length !== 24 || text[4] !== "-" || text[7] !== "-" || text[10] !== "T") return false;
  if (text[13] !== ":" || text[16] !== ":" || text[19] !== "." || text[23] !== "Z") return false;
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2)];
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year))) return false;
  // A NaN from `digitsAt` makes a comparison false.
  return (
    digitsAt(text, 11, 2) < 24 &&
    digitsAt(text, 14, 2) < 60 &&
    digitsAt(text, 17, 2) < 60 &&
    digitsAt(text, 20, 3) < 1_000
  );
}

/**
 * Converts an instant of the API to ISO 8601 in UTC with milliseconds. Undefined for any other value, and for instants
 * outside the years 1970 to 9999. Accepts:
 * - ISO 8601 text. Without a zone it is UTC. A date without a time is midnight UTC
 * - seconds or milliseconds since 1970, as a number or as digits
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value === "string" && isCanonical(value)) return value;
  return readInstant(value);
}

/**
 * Converts an instant in any accepted format. It is slower than the check for the canonical format, so `toInstant`
 * calls it only for other formats.
 */
export function readInstant(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : value;
  let ms = Number.NaN;
  if (typeof text === "number" || (typeof text === "string" && /^\d{5,15}(\.\d+)?$/.test(text))) {
    const count = Number(text);
    ms = Math.round(count < millisecondsFrom ? count * 1_000 : count);
  } else if (typeof text === "string") {
    ms = isoToMs(text);
  }
  return ms >= 0 && ms <= latestMs ? new Date(ms).toISOString() : undefined;
}
