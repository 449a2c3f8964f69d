/** The words that a typed date may contain, in the page's language. A second language is a second module. */

export const monthNames: readonly string[] = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** The weekdays, in the order of `Date.prototype.getUTCDay`. */
export const weekdayNames: readonly string[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

/** The minimum length of an abbreviated month or weekday, in characters. */
export const minAbbreviation = 3;

/** Words for days, each with its distance from today in days. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ["yesterday", -1],
  ["today", 0],
  ["tomorrow", 1],
]);

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

/** `m` is missing on purpose, because it could mean minutes or months. */
const unitWords: Readonly<Record<Unit, readonly string[]>> = {
  minute: ["min", "mins", "minute", "minutes"],
  hour: ["h", "hr", "hrs", "hour", "hours"],
  day: ["d", "day", "days"],
  week: ["w", "wk", "week", "weeks"],
  month: ["month", "months"],
  year: ["y", "year", "years"],
};

export const units: ReadonlyMap<string, Unit> = new Map(
  (Object.keys(unitWords) as Unit[]).flatMap((unit) => unitWords[unit].map((word) => [word, unit] as const)),
);
