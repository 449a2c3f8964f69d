/**
 * The language of the pages, defined only here. Numbers, dates and ages follow it, never the browser's language: an
 * English sentence must not contain a German number or date.
 */
export const pageLanguage = "en";

/** The locale for numbers and dates: day before month, 24 hours. */
export const pageLocale = "en-GB";
