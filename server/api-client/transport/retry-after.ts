const day = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = "\\d{2}:\\d{2}:\\d{2}";
const imfDate = new RegExp(`^${day}, \\d{2} ${month} \\d{4} ${time} GMT$`);
const rfc850Date = new RegExp(`^${day}, \\d{2}-${month}-\\d{2} ${time} GMT$`);
const asctimeDate = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** The longest wait that is accepted, in milliseconds. A longer wait is invalid. */
const maxWaitMs = 366 * 86_400_000;

function dateOf(text: string): number {
  if (imfDate.test(text)) return Date.parse(text);
  if (rfc850Date.test(text)) return Date.parse(text.replace(/-/g, " "));
  // The third form of HTTP dates (asctime) has no zone. HTTP defines it as UTC.
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`);
  return Number.NaN;
}

/**
 * The instant of a `Retry-After` header, in milliseconds since 1970 by the clock that shows `nowMs`. The header has
 * seconds from now, or a date in one of HTTP's three forms. A date uses the API's clock. So the date is compared with
 * the answer's `Date` header, if there is one. Otherwise a machine whose clock is ten minutes ahead would call too
 * early. A date in the past means now. Undefined for invalid values and for waits of more than a year.
 */
export function parseRetryAfter(
  header: string | null,
  nowMs: number,
  dateHeader: string | null = null,
): number | undefined {
  const text = header?.trim() ?? "";
  const isSeconds = /^\d{1,9}(\.\d{1,9})?$/.test(text);
  const apiNowMs = dateOf(dateHeader?.trim() ?? "");
  const waitMs = isSeconds
    ? Math.ceil(Number(text) * 1_000)
    : dateOf(text) - (Number.isFinite(apiNowMs) ? apiNowMs : nowMs);
  if (!Number.isFinite(waitMs) || waitMs > maxWaitMs) return undefined;
  return nowMs + Math.max(waitMs, 0);
}
