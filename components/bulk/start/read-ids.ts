import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";
import { unmarkFormulas } from "#lib/csv-formulas.ts";

/** What a list of customers has shown. */
export interface ReadIDs {
  /** Each once, in the order in which they came. */
  customerIDs: string[];
  /** Where they stood: the column's name, or its number from 1; undefined for a mere list of IDs, which has none. */
  column: string | number | undefined;
  duplicates: number;
  /** Lines whose cell holds no ID, with what stands there. */
  notUnderstood: { line: number; text: string }[];
}

interface Cells {
  /** Where the record begins, from 1. */
  line: number;
  cells: string[];
}

const headings = new Set(["customerid", "customeruuid"]);
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The separator that the first line with anything in it has most of; a list without any is one column. */
function separatorOf(text: string): string {
  const first = /\S[^\r\n]*/.exec(text)?.[0] ?? "";
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Records by RFC 4180, with any line end and any of three separators. Blank lines are none. */
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

/** A cell as an ID, without what keeps a spreadsheet from making something else of it: `'…`, `="…"`, our own marks. */
function plain(cell = ""): string {
  const unmarked = unmarkFormulas(cell);
  return unmarked === cell ? cell.replace(/^'/, "").replace(/^="(.*)"$/, "$1") : unmarked;
}

/** The first line, in which a spreadsheet may say what separates its cells; a blank one in its place keeps the count. */
const separatorLine = /^sep=.(?:\r\n|\r|\n)/i;

/** What may stand between the IDs of a mere list, and around them. */
const betweenIDs = /[\s,;'"<>()[\]]+/;

/** The IDs of a text that has nothing else, however they are separated; undefined for any other text. */
function mereList(text: string): string[] | undefined {
  const words = text.split(betweenIDs).filter((word) => word !== "");
  return words.every((word) => uuid.test(word)) ? words : undefined;
}

/** True of a table with a customer's ID and a plan, a term or both in each row. */
export function hasOwnValues(given: string): boolean {
  const start = given
    .slice(0, 4_096)
    .replace(/^\ufeff/, "")
    .replace(separatorLine, "\n");
  const names = recordsOf(start)[0]?.cells.map(columnKey) ?? [];
  return names.some((name) => headings.has(name)) && (names.includes("plan") || names.includes("term"));
}

/**
 * Finds the IDs in a CSV file or in pasted text: all of a mere list of UUIDs; otherwise those in the column
 * headed `customerID`, or else in the first column that holds a UUID anywhere. Undefined where there is no
 * such column. Nothing is lost silently: duplicates are counted, and lines without an ID are given back.
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
  const seen = new Set<string>();
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
    else if (seen.has(key)) read.duplicates += 1;
    else {
      seen.add(key);
      read.customerIDs.push(id);
    }
  }
  return read;
}
