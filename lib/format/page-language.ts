/**
 * The language of all pages. Numbers, dates and ages use this language too, not the browser's language. Otherwise an
 * English sentence could contain a German date.
 */
export const pageLanguage = "en";

/** The locale for numbers and dates: the day comes before the month, and times have 24 hours. */
export const pageLocale = "en-GB";
