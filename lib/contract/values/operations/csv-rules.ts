/** The encodings of a CSV file that a person can choose. Without a choice, the file must be UTF-8. */
export const csvEncodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "iso-8859-2",
  "iso-8859-15",
  "macintosh",
  "utf-16le",
  "utf-16be",
] as const;

export type CsvEncoding = (typeof csvEncodings)[number];

/** The characters that can separate the cells of a CSV file. */
export const csvDelimiters = [",", ";", "\t", "|"] as const;

export type CsvDelimiter = (typeof csvDelimiters)[number];

/** The maximum size of a file, in bytes. */
export const maxCsvBytes = 5 * 1024 * 1024;

/** The maximum number of rows in a file, not counting the header. */
export const maxCsvRows = 2_000;

export const maxCsvColumns = 60;

/** The maximum size of a cell, in bytes of UTF-8. */
export const maxCsvCellBytes = 4 * 1024;

/** The maximum length of a row, in characters. */
export const maxCsvRowLength = 64 * 1024;
