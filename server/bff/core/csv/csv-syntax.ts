import type { Options } from "csv-parse";

/**
 * The syntax of every CSV file: strictly RFC 4180, with any line ending. A later check finds records with a wrong
 * number of cells.
 */
export const csvSyntax: Pick<Options<string[]>, "record_delimiter" | "relax_column_count" | "bom"> = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  bom: false,
};
