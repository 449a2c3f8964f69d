import { type CsvError, parse } from "csv-parse";
import { AppError } from "#lib/contract/operations/app-error.ts";
import {
  type CsvDelimiter,
  type CsvEncoding,
  csvDelimiters,
  maxCsvCellBytes,
  maxCsvColumns,
  maxCsvRows,
} from "#lib/contract/values/operations/csv-rules.ts";
import { unmarkFormulas } from "#lib/csv-formulas.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type CsvPlace, csvRefused } from "./csv-problem.ts";
import { csvSyntax } from "./csv-syntax.ts";
import { decodeCsv } from "./decode-csv.ts";
import { detectDelimiter } from "./detect-delimiter.ts";

/** Something wrong with one row; the others can be read. */
export interface CsvRowProblem extends CsvPlace {
  message: string;
}

export interface CsvRow {
  /** Where it begins in the file, from 1. */
  line: number;
  /** As many as there are in the file, also where that is another number than that of the columns. */
  cells: string[];
  problems: CsvRowProblem[];
}

/** A file as it was read: nothing is lost silently. */
export interface CsvTable {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  /** The names of the columns, each once; a blank one is named by its number. */
  columns: string[];
  rows: CsvRow[];
  /** How many lines had nothing in any cell. */
  emptyLines: number;
  /** From how many cells the apostrophe was taken off that exports put before what could be a formula. */
  unmarked: number;
}

/** So much of the text decides about the delimiter. */
const sampleLength = 64 * 1024;

/** The first line in which a spreadsheet may say what separates the cells. */
const separatorLine = /^sep=(.)(?:\r\n|\r|\n)/i;

const lineEnd = /\r\n|\r|\n/g;
const control = /\p{Cc}/u;

const countLines = (text: string) => (text.match(lineEnd) ?? []).length;

/** What csv-parse complains about, in plain words. */
const syntaxMessages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark is opened here and never closed.",
  INVALID_OPENING_QUOTE:
    "There is a quotation mark inside a cell that does not begin with one. Put the cell in quotation marks and double those inside.",
  CSV_INVALID_CLOSING_QUOTE: "There is text after a closing quotation mark. Double the quotation marks inside a cell.",
};

/** The text of the whole file and how it is separated. */
function textOf(bytes: Uint8Array, encoding: CsvEncoding, chosen: CsvDelimiter | undefined) {
  const pieces = [...decodeCsv(bytes, encoding)];
  const start = pieces.join("").slice(0, sampleLength);
  const [line, named] = separatorLine.exec(start) ?? [];
  const own = csvDelimiters.find((one) => one === named);
  const delimiter = chosen ?? own ?? detectDelimiter(line === undefined ? start : start.slice(line.length));
  return { pieces, skipped: line ?? "", delimiter };
}

/** The records of a text with the lines where they begin. A mistake in the quotation marks refuses the file. */
async function* recordsOf(
  pieces: readonly string[],
  skipped: string,
  delimiter: CsvDelimiter,
): AsyncGenerator<{ line: number; cells: string[] }> {
  /** Where the next record begins; counted as records are read, which may be before they are taken. */
  let next = 1 + countLines(skipped);
  const placed = (cells: string[]) => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + countLines(cell), 0);
    return { line, cells };
  };
  // Its types know no other records than texts.
  const parser = parse({ ...csvSyntax, delimiter, on_record: placed as never });
  let toSkip = skipped.length;
  const writing = (async () => {
    for (const piece of pieces) {
      const rest = piece.slice(toSkip);
      toSkip = Math.max(0, toSkip - piece.length);
      if (parser.destroyed) return;
      if (!parser.write(rest)) await new Promise((resolve) => parser.once("drain", resolve).once("close", resolve));
    }
    parser.end();
  })();
  try {
    yield* parser as AsyncIterable<ReturnType<typeof placed>>;
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const { code, index } = thrown as CsvError & { index?: number };
    const message = syntaxMessages[code] ?? "This line cannot be read as CSV.";
    throw csvRefused(message, { line: next, column: index === undefined ? undefined : index + 1 });
  } finally {
    parser.destroy();
    await writing;
  }
}

/** The names of the columns. Throws where they cannot serve as names. */
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
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const before = seen.get(name.toLowerCase());
    if (before !== undefined) {
      const message = `Columns ${before + 1} and ${index + 1} have the same name. Rename one of them.`;
      throw csvRefused(message, { line, column: index + 1, name });
    }
    seen.set(name.toLowerCase(), index);
  }
  return names;
}

const cellTooLarge = (place: CsvPlace) =>
  csvRefused(`The cell is larger than ${maxCsvCellBytes / 1024} KB, which is the limit.`, place);

const cellForms = { one: "cell", other: "cells" } as const;
const columnForms = { one: "column", other: "columns" } as const;

/** What is wrong with a row: another number of cells than columns, or characters that no value has. */
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
 * Reads a CSV file: its columns are named in the first row that is not empty. Throws `invalid_request` with line and
 * column where it cannot be read as a whole; what is wrong with single rows stands with them.
 */
export async function readCsv(
  bytes: Uint8Array,
  { encoding, delimiter: chosen }: { encoding: CsvEncoding; delimiter?: CsvDelimiter | undefined },
): Promise<CsvTable> {
  const { pieces, skipped, delimiter } = textOf(bytes, encoding, chosen);
  const table: CsvTable = { encoding, delimiter, columns: [], rows: [], emptyLines: 0, unmarked: 0 };
  for await (const { line, cells: read } of recordsOf(pieces, skipped, delimiter)) {
    if (read.every((cell) => cell.trim() === "")) {
      table.emptyLines += 1;
      continue;
    }
    const cells = read.map(unmarkFormulas);
    if (table.columns.length === 0) {
      table.columns = columnsOf(line, cells);
      continue;
    }
    if (table.rows.length === maxCsvRows) {
      throw csvRefused(`The file has more than ${formatCount(maxCsvRows)} rows. Split it into several files.`);
    }
    const wide = cells.findIndex((cell) => Buffer.byteLength(cell) > maxCsvCellBytes);
    if (wide >= 0) throw cellTooLarge({ line, column: wide + 1, name: table.columns[wide] });
    if (cells.length > maxCsvColumns) {
      throw csvRefused(`The row has more than ${maxCsvColumns} cells, which is the limit.`, { line });
    }
    table.unmarked += cells.filter((cell, index) => cell !== read[index]).length;
    table.rows.push({ line, cells, problems: problemsOf(line, cells, table.columns) });
  }
  if (table.columns.length === 0) throw csvRefused("The file is empty.");
  if (table.rows.length === 0) throw csvRefused("The file has the names of columns and no rows.");
  return table;
}
