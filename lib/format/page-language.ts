/**
 * The language of all pages. Numbers, dates and ages use this language too, not the browser's language. Otherwise an
 * English sentence could contain a German date.
 */
export const pageLanguage = "en";

/** The locale for numbers and dates: the day comes before the month, and times have 24 hours. */
export const pageLocale = "en-GB";

/**
 * Lets the browser load what it needs to format numbers. The first formatted number of a browser's process takes 15 ms,
 * and 60 ms on a slow device. Later ones are fast.
 */
export function loadNumberFormat(): void {
  (0).toLocaleString(pageLocale);
}
