import { type StoredItem, storedItem } from "#lib/browser-storage/stored-items.ts";
import type { Import, ImportColumns, ImportField } from "#lib/contract/operations/imports.ts";
import { importFields } from "#lib/contract/values/operations/import-states.ts";
import { hasShape, isRecord } from "#lib/requests/answer-shape.ts";

/** The choices so far; undefined where the person has not chosen yet. */
export interface Choices {
  fields: Readonly<Record<string, ImportField | undefined>>;
  /** The meaning of each word, by column and word: the same word may mean different things in two columns. */
  words: Readonly<Record<string, string | undefined>>;
  fixed: Readonly<Record<"plan" | "term", string>>;
  confirmsUnused: boolean;
}

/** The unsent choices of the columns step, with the name to save them under. */
export interface ColumnsDraft {
  choices: Choices;
  saveAs: string;
}

const isText = (value: unknown) => typeof value === "string";

/** Parses a stored draft for exactly these columns; undefined for any other value. */
function parseDraft(kept: unknown, { columns }: ImportColumns): ColumnsDraft | undefined {
  if (!hasShape<ColumnsDraft>(kept, { choices: "object", saveAs: "string" })) return undefined;
  const { choices } = kept;
  if (!hasShape(choices, { fields: "object", words: "object", fixed: "object", confirmsUnused: "boolean" })) {
    return undefined;
  }
  const { fields, words, fixed } = choices;
  const isOfColumns = Object.keys(fields).every((name) => columns.some((column) => column.name === name));
  const isKnown = Object.values(fields).every((field) => importFields.some((known) => known === field));
  const isTexts = isRecord(fixed) && [...Object.values(words), fixed.plan, fixed.term].every(isText);
  return isOfColumns && isKnown && isTexts ? kept : undefined;
}

/**
 * The storage item of a draft. Each person has one per import, reading settings and tab. A draft survives a reload and
 * a new sign-in.
 */
const kept = ({ environment, importID, encoding, delimiter }: Import, staffID: string): StoredItem =>
  storedItem("import-columns", staffID, environment, importID, encoding, delimiter);

export function readDraft(of: Import, staffID: string, proposed: ImportColumns): ColumnsDraft | undefined {
  try {
    return parseDraft(JSON.parse(kept(of, staffID).read() ?? "null"), proposed);
  } catch {
    // The stored text is not valid JSON.
    return undefined;
  }
}

export function keepDraft(of: Import, staffID: string, draft: ColumnsDraft): void {
  // If the browser stores nothing, the page's state still holds the choices.
  kept(of, staffID).write(JSON.stringify(draft));
}

export function dropDraft(of: Import, staffID: string): void {
  kept(of, staffID).remove();
}
