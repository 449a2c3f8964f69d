import type { Options } from "csv-parse";

/**
 * The syntax of every CSV file: strictly RFC 4180, with any line ending. Records of another width are checked later.
 */
export const csvSyntax: Pick<Options<string[]>, "record_delimiter" | "relax_column_count" | "bom"> = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  bom: false,
};
