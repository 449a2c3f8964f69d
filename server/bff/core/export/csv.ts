import { stringify } from "csv-stringify/sync";
import { markFormulas } from "#lib/csv-formulas.ts";

/** A tab or a line end in front, which some spreadsheets take for the beginning of a formula. */
const leadingBreak = /^[\t\r\n]/;

/** Control characters and line ends of any kind: a record is one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A text in which no spreadsheet finds a formula, wherever it splits: what could be one gets an apostrophe in front,
 * control characters and line ends become a blank (docs/decisions/0007-exports.md).
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

/** Records as lines by RFC 4180, each with its end; a member that is missing is an empty cell. */
export function csvLines(records: readonly (readonly unknown[])[]): string {
  return stringify([...records], {
    record_delimiter: "windows",
    // Some spreadsheets split at semicolons, and some trim what is not quoted.
    quoted_match: [";", /^\s|\s$/],
    cast: { string: safeText, boolean: String },
  });
}

/** The byte-order mark, without which Excel takes UTF-8 for something else, and the names of the columns. */
export const csvHead = (columns: readonly string[]): string => `\ufeff${csvLines([columns])}`;

/**
 * The last line of a file that was cut, behind the last whole record: words for who opens it, and a quote
 * that is never closed, so that no reader of CSV takes the file for a whole one. With its `#` it is no ID either,
 * should a lenient reader take it for a record.
 */
export const csvCutMark =
  '"# THIS FILE IS NOT COMPLETE: it was cut off before its end, and rows may be missing. Export it again.';
