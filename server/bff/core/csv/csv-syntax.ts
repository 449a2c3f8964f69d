import type { Options } from "csv-parse";

/** How every CSV file is read: strictly by RFC 4180, with any line end; records of other widths are looked at later. */
export const csvSyntax: Pick<Options<string[]>, "record_delimiter" | "relax_column_count" | "bom"> = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  bom: false,
};
