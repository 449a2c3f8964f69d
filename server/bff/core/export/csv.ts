import { stringify } from "csv-stringify/sync";
import type { CsvDelimiter } from "#lib/contract/values/operations/csv-rules.ts";
import { markFormulas } from "#lib/csv-formulas.ts";

/**
 * A tab or a line ending at the start of a text. Some spreadsheet programs look for a formula after such a character.
 */
const leadingBreak = /^[\t\r\n]/;

/**
 * Control characters and all kinds of line endings. An export replaces them with a blank, so that each record stays on
 * one line.
 */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Makes a text safe for spreadsheet programs, including programs that split the text into several cells. If a text
 * could be a formula, an apostrophe is put before it. Control characters and line endings become a blank
 * (docs/decisions/0007-exports.md).
 */
export function safeText(value: string): string {
  const marked = markFormulas(value.replace(breaks, " "));
  return leadingBreak.test(value) && !marked.startsWith("'") ? `'${marked}` : marked;
}

/** A column of an exported file, with the name that the API uses and the name that the page shows. */
export interface CsvColumn<Row> {
  api: string;
  page: string;
  cell: (row: Row) => string | number | boolean | undefined;
}

/**
 * Formats records as RFC 4180 lines. Every line has a line ending. A missing value is an empty cell. The separator is a
 * comma, except in the results file of an import whose file had a different separator.
 */
export function csvLines(records: readonly (readonly unknown[])[], delimiter: CsvDelimiter = ","): string {
  return stringify([...records], {
    delimiter,
    record_delimiter: "windows",
    // Values with semicolons or with outer blanks are quoted. Some spreadsheet programs split at semicolons, and some
    // remove outer blanks of unquoted values.
    quoted_match: [";", /^\s|\s$/],
    cast: { string: safeText, boolean: String },
  });
}

/** The byte-order mark and the column names. Without the mark, Excel assumes a different encoding. */
export const csvHead = (columns: readonly string[], delimiter?: CsvDelimiter): string =>
  `\ufeff${csvLines([columns], delimiter)}`;

/**
 * The last line of an incomplete file. It tells the reader that the file is incomplete. It begins with a quotation mark
 * that is never closed, so a CSV reader rejects the file. A tolerant reader may accept the line as a record. In that
 * case, `#` makes the record's ID invalid.
 */
export const csvCutMark =
  '"# THIS FILE IS NOT COMPLETE: it was cut off before its end, and rows may be missing. Export it again.';
