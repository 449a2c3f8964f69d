import { stringify } from "csv-stringify/sync";
import type { CsvDelimiter } from "#lib/contract/values/operations/csv-rules.ts";
import { markFormulas } from "#lib/csv-formulas.ts";

/** A tab or a line ending at the start of a text. Some spreadsheets expect a formula after it. */
const leadingBreak = /^[\t\r\n]/;

/** Control characters and line endings of any kind. They are replaced, so that each record is one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Makes a text safe for spreadsheets, even for a spreadsheet that splits the text into cells. A possible formula gets
 * an apostrophe in front. Control characters and line endings become a blank (docs/decisions/0007-exports.md).
 */
export function safeText(value: string): string {
  const marked = markFormulas(value.replace(breaks, " "));
  return leadingBreak.test(value) && !marked.startsWith("'") ? `'${marked}` : marked;
}

/** A column of an exported file. It has two names: the API's name, and the name that the page shows. */
export interface CsvColumn<Row> {
  api: string;
  page: string;
  cell: (row: Row) => string | number | boolean | undefined;
}

/**
 * Formats records as RFC 4180 lines. Every line has a line ending. A missing value is an empty cell. The separator is a
 * comma, unless the file continues one that came with another separator.
 */
export function csvLines(records: readonly (readonly unknown[])[], delimiter: CsvDelimiter = ","): string {
  return stringify([...records], {
    delimiter,
    record_delimiter: "windows",
    // Some spreadsheets split at semicolons, and some trim values without quotes.
    quoted_match: [";", /^\s|\s$/],
    cast: { string: safeText, boolean: String },
  });
}

/** The byte-order mark and the column names. Without the mark, Excel assumes another encoding. */
export const csvHead = (columns: readonly string[], delimiter?: CsvDelimiter): string =>
  `\ufeff${csvLines([columns], delimiter)}`;

/**
 * The last line of a truncated file. It contains a sentence for the person, and a quote that is never closed, so that
 * no CSV reader accepts the file as complete. A lenient reader may treat the line as a record; the `#` then makes its
 * ID invalid.
 */
export const csvCutMark =
  '"# THIS FILE IS NOT COMPLETE: it was cut off before its end, and rows may be missing. Export it again.';
