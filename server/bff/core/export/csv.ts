import { stringify } from "csv-stringify/sync";
import { markFormulas } from "#lib/csv-formulas.ts";

/** A tab or a line ending at the start, after which some spreadsheets expect a formula. */
const leadingBreak = /^[\t\r\n]/;

/** Control characters and line endings of any kind: a record is one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Makes a text safe for spreadsheets, wherever they split it: possible formulas get an apostrophe in front, and control
 * characters and line endings become a blank (docs/decisions/0007-exports.md).
 */
export function safeText(value: string): string {
  const marked = markFormulas(value.replace(breaks, " "));
  return leadingBreak.test(value) && !marked.startsWith("'") ? `'${marked}` : marked;
}

/** A column of an exported file, with both of its names: the API's, and the one that the page shows. */
export interface CsvColumn<Row> {
  api: string;
  page: string;
  cell: (row: Row) => string | number | boolean | undefined;
}

/** Formats records as RFC 4180 lines, each with its line ending. A missing value is an empty cell. */
export function csvLines(records: readonly (readonly unknown[])[]): string {
  return stringify([...records], {
    record_delimiter: "windows",
    // Some spreadsheets split at semicolons, and some trim values without quotes.
    quoted_match: [";", /^\s|\s$/],
    cast: { string: safeText, boolean: String },
  });
}

/** The byte-order mark, without which Excel assumes another encoding, and the column names. */
export const csvHead = (columns: readonly string[]): string => `\ufeff${csvLines([columns])}`;

/**
 * The last line of a truncated file, after the last complete record: a sentence for the person, and a quote that is
 * never closed, so that no CSV reader accepts the file as complete. The `#` makes it an invalid ID in case a lenient
 * reader treats the line as a record.
 */
export const csvCutMark =
  '"# THIS FILE IS NOT COMPLETE: it was cut off before its end, and rows may be missing. Export it again.';
