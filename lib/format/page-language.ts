/**
 * The one place that names the language of the pages. Numbers, dates and ages follow it, never the browser's
 * language: an English sentence must not contain a German number or date.
 */
export const pageLanguage = "en";

/** The form of that language in which numbers and dates are written: day before month, 24 hours. */
export const pageLocale = "en-GB";
