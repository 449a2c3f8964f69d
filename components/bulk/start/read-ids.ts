import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";
import { unmarkFormulas } from "#lib/csv-formulas.ts";

/** The result of reading a list of customers. */
export interface ReadIDs {
  /** Each ID once, in the order of its first occurrence. */
  customerIDs: string[];
  /** The column of the IDs: its name, or its number from 1; undefined for a plain list of IDs. */
  column: string | number | undefined;
  duplicates: number;
  /** Lines whose cell holds no ID, with the text of the cell. */
  notUnderstood: { line: number; text: string }[];
}

interface Cells {
  /** The line where the record begins, from 1. */
  line: number;
  cells: string[];
}

const headings = new Set(["customerid", "customeruuid"]);
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The most frequent separator in the first line that is not blank. Without any separator, the text is one column. */
function separatorOf(text: string): string {
  const first = /\S[^\r\n]*/.exec(text)?.[0] ?? "";
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Parses records by RFC 4180, with any line ending and any of three separators. Skips blank lines. */
function recordsOf(text: string): Cells[] {
  const separator = separatorOf(text);
  const records: Cells[] = [];
  let line = 1;
  let record: Cells = { line, cells: [] };
  let cell = "";
  let quoted = false;
  const endCell = () => {
    record.cells.push(cell.trim());
    cell = "";
  };
  const endRecord = () => {
    endCell();
    if (record.cells.some((one) => one !== "")) records.push(record);
    line += 1;
    record = { line, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character === "\n") line += 1;
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[at + 1] === "\n") at += 1;
      endRecord();
    } else cell += character;
  }
  endRecord();
  return records;
}

/** The ID in a cell, without the marks that stop a spreadsheet from converting it: `'…`, `="…"`, or our own. */
function plain(cell = ""): string {
  const unmarked = unmarkFormulas(cell);
  return unmarked === cell ? cell.replace(/^'/, "").replace(/^="(.*)"$/, "$1") : unmarked;
}

/**
 * A first line such as `sep=;`, which declares the separator for spreadsheets. A blank line replaces this line, so that
 * the line numbers stay right.
 */
const separatorLine = /^sep=.(?:\r\n|\r|\n)/i;

/** Characters that may come before, between or after the IDs of a plain list. */
const betweenIDs = /[\s,;'"<>()[\]]+/;

/** The IDs of a text that contains only IDs and separators; undefined for any other text. */
function mereList(text: string): string[] | undefined {
  const words = text.split(betweenIDs).filter((word) => word !== "");
  return words.every((word) => uuid.test(word)) ? words : undefined;
}

/** True for a table with a customer ID and a plan, a term or both in each row. */
export function hasOwnValues(given: string): boolean {
  const start = given
    .slice(0, 4_096)
    .replace(/^\ufeff/, "")
    .replace(separatorLine, "\n");
  const names = recordsOf(start)[0]?.cells.map(columnKey) ?? [];
  return names.some((name) => headings.has(name)) && (names.includes("plan") || names.includes("term"));
}

/**
 * Finds the IDs in a CSV file or in pasted text. Takes all IDs of a plain list of UUIDs. Takes the IDs of a table from
 * the column headed `customerID`, or else from the first column that contains a UUID. Undefined if there is no such
 * column. Counts duplicates and returns lines without an ID, so that nothing is lost silently.
 */
export function readIDs(given: string): ReadIDs | undefined {
  const text = given.replace(/^\ufeff/, "").replace(separatorLine, "\n");
  const list = mereList(text);
  const records = list ? list.map((id, index) => ({ line: index + 1, cells: [id] })) : recordsOf(text);
  const [head] = records;
  const named = head?.cells.findIndex((cell) => headings.has(columnKey(cell))) ?? -1;
  const found = Math.min(
    ...records.map(({ cells }) => cells.findIndex((cell) => uuid.test(plain(cell)))).filter((at) => at >= 0),
  );
  const at = named >= 0 ? named : found;
  if (!Number.isFinite(at)) return undefined;
  const isID = named >= 0 ? isResourceID : (cell: string) => uuid.test(cell);
  const seenIDs = new Set<string>();
  const read: ReadIDs = {
    customerIDs: [],
    column: list ? undefined : named >= 0 ? (head?.cells[named] ?? "") : at + 1,
    duplicates: 0,
    notUnderstood: [],
  };
  for (const { line, cells } of named >= 0 ? records.slice(1) : records) {
    const id = plain(cells[at]);
    const key = uuid.test(id) ? id.toLowerCase() : id;
    if (!isID(id)) read.notUnderstood.push({ line, text: cells.join(", ") });
    else if (seenIDs.has(key)) read.duplicates += 1;
    else {
      seenIDs.add(key);
      read.customerIDs.push(id);
    }
  }
  return read;
}
