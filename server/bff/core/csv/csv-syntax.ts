import type { Options } from "csv-parse";

/**
 * The syntax of all CSV files: strict RFC 4180, but with any line ending. Records with a wrong number of cells are
 * accepted here and found by a later check.
 */
export const csvSyntax: Pick<Options<string[]>, "record_delimiter" | "relax_column_count" | "bom"> = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  bom: false,
};
