import { setImmediate } from "node:timers/promises";
import type { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import {
  type CsvDelimiter,
  type CsvEncoding,
  csvDelimiters,
  maxCsvCellBytes,
  maxCsvColumns,
  maxCsvRowLength,
  maxCsvRows,
} from "#lib/contract/values/operations/csv-rules.ts";
import { unmarkFormulas } from "#lib/csv-formulas.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type CsvPlace, csvRefused } from "./csv-problem.ts";
import { csvSyntax } from "./csv-syntax.ts";
import { decodeCsv } from "./decode-csv.ts";
import { detectDelimiter } from "./detect-delimiter.ts";

/** A problem in one row. All other rows can still be read. */
export interface CsvRowProblem extends CsvPlace {
  message: string;
}

export interface CsvRow {
  /** The line in which the row begins. The first line has number 1. */
  line: number;
  /** All cells of the row, even if their number differs from the number of columns. */
  cells: string[];
  problems: CsvRowProblem[];
}

/** The content of a file. If something cannot be read, this is reported as a problem. */
export interface CsvTable {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  /** The column names. They are unique. A column without a name is named by its number, for example `Column 3`. */
  columns: string[];
  rows: CsvRow[];
  /** The number of lines that had only empty cells. */
  emptyLines: number;
  /**
   * The number of cells from which an apostrophe was removed. Exports add an apostrophe to text that could be a
   * formula.
   */
  unmarked: number;
}

/** The number of characters that are used to detect the delimiter. */
const sampleLength = 64 * 1024;

/** A first line that tells a spreadsheet program the delimiter. */
const separatorLine = /^sep=(.)(?:\r\n|\r|\n)/i;

const lineEnd = /\r\n|\r|\n/g;
const control = /\p{Cc}/u;

const countLines = (text: string) => (text.match(lineEnd) ?? []).length;

/** Plain messages for the errors of csv-parse. */
const syntaxMessages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed.",
  INVALID_OPENING_QUOTE:
    "There is a quotation mark inside a cell that does not begin with one. Put the cell in quotation marks and double those inside.",
  CSV_INVALID_CLOSING_QUOTE: "There is text after a closing quotation mark. Double the quotation marks inside a cell.",
};

/** How much was read since the last pause. */
export interface CsvWork {
  characters: number;
  records: number;
}

/**
 * Pauses, so that other requests can run. It is called at least once for every 64 K characters and every 1,000 records.
 */
export type GiveWay = (done: CsvWork) => Promise<void>;

const maxWorkLength = 64 * 1024;

/**
 * The maximum number of records between two pauses. It is lower than 1,000 because records with a wrong number of cells
 * are slow. The parser creates an error with a stack for each such record.
 */
const maxWorkRecords = 250;

/** Decodes the whole file and determines its delimiter. */
async function textOf(bytes: Uint8Array, encoding: CsvEncoding, chosen: CsvDelimiter | undefined, giveWay: GiveWay) {
  const pieces: string[] = [];
  for (const piece of decodeCsv(bytes, encoding)) {
    pieces.push(piece);
    await giveWay({ characters: piece.length, records: 0 });
  }
  const text = pieces.join("");
  const start = text.slice(0, sampleLength);
  const [line, named] = separatorLine.exec(start) ?? [];
  const own = csvDelimiters.find((one) => one === named);
  const delimiter = chosen ?? own ?? detectDelimiter(line === undefined ? start : start.slice(line.length));
  return { text, from: line?.length ?? 0, delimiter };
}

/** The position of a record in the text: from its first character to the end of its line. */
interface RecordPlace {
  line: number;
  from: number;
  to: number;
}

const quote = 0x22;
const carriageReturn = 0x0d;
const newLine = 0x0a;

/**
 * Finds where each record ends, before the records are parsed. This allows the reader to skip blank lines and to count
 * records early. The parser rejects a quotation mark inside an unquoted cell, so it is enough to count quotation marks.
 */
async function* placesOf(
  text: string,
  from: number,
  delimiter: CsvDelimiter,
  { giveWay, onBlank }: { giveWay: GiveWay; onBlank: () => void },
): AsyncGenerator<RecordPlace> {
  const separator = delimiter.charCodeAt(0);
  let line = from === 0 ? 1 : 2;
  let nextLine = line;
  let [begin, isBlank, isQuoted, counted] = [from, true, false, from];
  for (let at = from; at < text.length; at += 1) {
    if (at - counted === maxWorkLength) {
      counted = at;
      await giveWay({ characters: maxWorkLength, records: 0 });
    }
    const code = text.charCodeAt(at);
    const isEnd = code === newLine || (code === carriageReturn && text.charCodeAt(at + 1) !== newLine);
    if (isEnd) nextLine += 1;
    if (isEnd && !isQuoted) {
      if (isBlank) onBlank();
      else yield { line, from: begin, to: at + 1 };
      [line, begin, isBlank] = [nextLine, at + 1, true];
      continue;
    }
    if (code === quote) isQuoted = !isQuoted;
    if (isBlank && code !== separator && text.charAt(at).trim() !== "") isBlank = false;
    if (!isBlank && at - begin >= maxCsvRowLength) {
      const limit = `The row is larger than ${maxCsvRowLength / 1024} KB, which is the limit.`;
      const hint = isQuoted ? " Perhaps a quotation mark is opened in it and never closed." : "";
      throw csvRefused(`${limit}${hint}`, { line });
    }
  }
  if (begin === text.length) return;
  if (isBlank) onBlank();
  else yield { line, from: begin, to: text.length };
}

type CsvRecord = { line: number; cells: string[] };

/** Parses a text that ends with a complete record. Throws if its quotation marks are wrong. */
function parseRecords(text: string, lines: readonly number[], delimiter: CsvDelimiter): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      ...csvSyntax,
      delimiter,
      on_record(cells: string[]) {
        records.push({ line: lines[records.length] ?? 1, cells });
        return null;
      },
    });
  } catch (thrown) {
    const { code, index } = thrown as CsvError & { index?: number };
    const message = syntaxMessages[code] ?? "This line cannot be read as CSV.";
    const line = lines[records.length] ?? lines.at(-1) ?? 1;
    throw csvRefused(message, { line, column: index === undefined ? undefined : index + 1 });
  }
  return records;
}

/** Yields the records in batches, with the number of the line in which each record begins. */
async function* recordsOf(
  text: string,
  from: number,
  delimiter: CsvDelimiter,
  pace: { giveWay: GiveWay; onBlank: () => void },
): AsyncGenerator<CsvRecord[]> {
  let waiting: RecordPlace[] = [];
  let length = 0;
  const parsed = () =>
    parseRecords(
      waiting.map((place) => text.slice(place.from, place.to)).join(""),
      waiting.map(({ line }) => line),
      delimiter,
    );
  try {
    for await (const place of placesOf(text, from, delimiter, pace)) {
      const size = place.to - place.from;
      if (length + size > maxWorkLength || waiting.length === maxWorkRecords) {
        yield parsed();
        await pace.giveWay({ characters: length, records: waiting.length });
        [waiting, length] = [[], 0];
      }
      waiting.push(place);
      length += size;
    }
  } catch (thrown) {
    // An error in an earlier row is reported before the error about the row that is too large.
    if (waiting.length > 0) yield parsed();
    throw thrown;
  }
  if (waiting.length > 0) yield parsed();
}

/**
 * The names of the columns. Throws if there are too many columns, if a name is not valid, or if two columns have the
 * same name.
 */
function columnsOf(line: number, cells: readonly string[]): string[] {
  if (cells.length > maxCsvColumns) {
    throw csvRefused(`The file has ${formatCount(cells.length)} columns, and at most ${maxCsvColumns} are read.`);
  }
  const names = cells.map((cell, index) => {
    const name = cell.normalize("NFC").trim();
    if (control.test(name)) {
      throw csvRefused("The name of a column has a line break or a control character.", { line, column: index + 1 });
    }
    if (Buffer.byteLength(name) > maxCsvCellBytes) throw cellTooLarge({ line, column: index + 1 });
    return name === "" ? `Column ${index + 1}` : name;
  });
  const indexByName = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const before = indexByName.get(name.toLowerCase());
    if (before !== undefined) {
      const message = `Columns ${before + 1} and ${index + 1} have the same name. Rename one of them.`;
      throw csvRefused(message, { line, column: index + 1, name });
    }
    indexByName.set(name.toLowerCase(), index);
  }
  return names;
}

const cellTooLarge = (place: CsvPlace) =>
  csvRefused(`The cell is larger than ${maxCsvCellBytes / 1024} KB, which is the limit.`, place);

const cellForms = { one: "cell", other: "cells" } as const;
const columnForms = { one: "column", other: "columns" } as const;

/** The problems of a row: it has more or fewer cells than there are columns, or characters that no value may have. */
function problemsOf(line: number, cells: readonly string[], columns: readonly string[]): CsvRowProblem[] {
  const problems: CsvRowProblem[] = [];
  if (cells.length !== columns.length) {
    const column = Math.min(cells.length, columns.length) + 1;
    const message = `The row has ${formatPlural(cells.length, cellForms)}, and the file has ${formatPlural(columns.length, columnForms)}.`;
    problems.push({ line, column, name: columns[column - 1], message });
  }
  let at = line;
  for (const [index, cell] of cells.entries()) {
    if (control.test(cell)) {
      const message = "The cell has a line break or a control character.";
      problems.push({ line: at, column: index + 1, name: columns[index], message });
    }
    at += countLines(cell);
  }
  return problems;
}

/**
 * Reads a CSV file. The first row that is not empty contains the column names. Throws `invalid_request` with line and
 * column if the file cannot be read at all. If there is a problem in a single row, it is returned with the row. Pauses
 * regularly for other requests, whatever the file contains.
 */
export async function readCsv(
  bytes: Uint8Array,
  { encoding, delimiter: chosen }: { encoding: CsvEncoding; delimiter?: CsvDelimiter | undefined },
  giveWay: GiveWay = () => setImmediate(),
): Promise<CsvTable> {
  const { text, from, delimiter } = await textOf(bytes, encoding, chosen, giveWay);
  const table: CsvTable = { encoding, delimiter, columns: [], rows: [], emptyLines: 0, unmarked: 0 };
  let counted = 0;
  const onBlank = () => {
    table.emptyLines += 1;
  };
  for await (const records of recordsOf(text, from, delimiter, { giveWay, onBlank })) {
    for (const { line, cells: read } of records) {
      const isEmpty = read.every((cell) => cell.trim() === "");
      if (isEmpty) table.emptyLines += 1;
      if (!isEmpty && table.columns.length === 0) {
        table.columns = columnsOf(line, read.map(unmarkFormulas));
        continue;
      }
      counted += 1;
      if (counted > maxCsvRows) {
        throw csvRefused(`The file has more than ${formatCount(maxCsvRows)} rows. Split it into several files.`);
      }
      if (isEmpty) continue;
      if (read.length > maxCsvColumns) {
        throw csvRefused(`The row has more than ${maxCsvColumns} cells, which is the limit.`, { line });
      }
      const cells = read.map(unmarkFormulas);
      const wide = cells.findIndex((cell) => Buffer.byteLength(cell) > maxCsvCellBytes);
      if (wide >= 0) throw cellTooLarge({ line, column: wide + 1, name: table.columns[wide] });
      table.unmarked += cells.filter((cell, index) => cell !== read[index]).length;
      table.rows.push({ line, cells, problems: problemsOf(line, cells, table.columns) });
    }
  }
  if (table.columns.length === 0) throw csvRefused("The file is empty.");
  if (table.rows.length === 0) throw csvRefused("The file has the names of columns and no rows.");
  return table;
}
