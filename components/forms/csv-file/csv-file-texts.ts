import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";

/** The names of the encodings of a file. Some include the region or the program that uses the encoding. */
export const csvEncodingNames: Readonly<Record<CsvEncoding, string>> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Western Europe)",
  "windows-1250": "Windows-1250 (Central Europe)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  "iso-8859-2": "ISO 8859-2 (Central Europe)",
  "iso-8859-15": "ISO 8859-15 (Western Europe, €)",
  macintosh: "Macintosh (Western Europe)",
  "utf-16le": "UTF-16 (Unicode text of Excel)",
  "utf-16be": "UTF-16, big-endian",
};

export const csvFileTexts = {
  file: "CSV file",
  encoding: "Encoding",
  proposed: {
    utf8: "The file is UTF-8.",
    other: "The file does not say its encoding. This one is proposed: check the letters in the preview.",
  },
  preview: "Preview of the file",
} as const;
