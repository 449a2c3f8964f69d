import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";
import { unmarkFormulas } from "#lib/csv-formulas.ts";

/** The result of reading a list of customers. */
export interface ReadIDs {
  /** The IDs without duplicates, in the order of their first occurrence. */
  customerIDs: string[];
  /**
   * The name of the column that contains the IDs. If the column has no name, the column's number, counted from 1.
   * Undefined for a plain list of IDs.
   */
  column: string | number | undefined;
  duplicates: number;
  /** The lines whose cell contains no ID, with the text of the line. */
  notUnderstood: { line: number; text: string }[];
}

interface Cells {
  /** The number of the record's first line, counted from 1. */
  line: number;
  cells: string[];
}

const headings = new Set(["customerid", "customeruuid"]);
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The most frequent separator in the first line that is not blank. Default: a comma. */
function separatorOf(text: string): string {
  const first = /\S[^\r\n]*/.exec(text)?.[0] ?? "";
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Parses records as in RFC 4180. Accepts any line ending and three separators. Skips blank lines. */
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

/**
 * The ID in a cell. Removes the characters that stop spreadsheets from converting a value: `'…`, `="…"`, or the
 * apostrophes of the console's own exports.
 */
function plain(cell = ""): string {
  const unmarked = unmarkFormulas(cell);
  return unmarked === cell ? cell.replace(/^'/, "").replace(/^="(.*)"$/, "$1") : unmarked;
}

/**
 * A first line such as `sep=;`, which tells spreadsheets the separator. It is replaced by a blank line, so that the
 * line numbers stay correct.
 */
const separatorLine = /^sep=.(?:\r\n|\r|\n)/i;

/** Characters that may appear around the IDs of a plain list. */
const betweenIDs = /[\s,;'"<>()[\]]+/;

/** The IDs of a text that contains only IDs and separators. Undefined for any other text. */
function mereList(text: string): string[] | undefined {
  const words = text.split(betweenIDs).filter((word) => word !== "");
  return words.every((word) => uuid.test(word)) ? words : undefined;
}

/** True if the text is a table that has a column for the customer ID, and also one for the plan, the term or both. */
export function hasOwnValues(given: string): boolean {
  const start = given
    .slice(0, 4_096)
    .replace(/^\ufeff/, "")
    .replace(separatorLine, "\n");
  const names = recordsOf(start)[0]?.cells.map(columnKey) ?? [];
  return names.some((name) => headings.has(name)) && (names.includes("plan") || names.includes("term"));
}

/**
 * Finds the IDs in a CSV file or in pasted text. A plain list of UUIDs is used in full. In a table, the IDs are in the
 * column `customerID`, or else in the first column that contains a UUID. Returns undefined if there is no such column.
 * Reports duplicates and lines without an ID, so that nothing is dropped silently.
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
