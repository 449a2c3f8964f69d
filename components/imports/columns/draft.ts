import { type StoredItem, storedItem } from "#lib/browser-storage/stored-items.ts";
import type { Import, ImportColumns, ImportField } from "#lib/contract/operations/imports.ts";
import { importFields } from "#lib/contract/values/operations/import-states.ts";
import { hasShape, isRecord } from "#lib/requests/answer-shape.ts";

/** What a person has chosen so far; nothing is chosen for what is undefined. */
export interface Choices {
  fields: Readonly<Record<string, ImportField | undefined>>;
  /** By column and word: another column has other words. */
  words: Readonly<Record<string, string | undefined>>;
  fixed: Readonly<Record<"plan" | "term", string>>;
  confirmsUnused: boolean;
}

/** The choices of the columns step that were not sent yet, with the name to save them as. */
export interface ColumnsDraft {
  choices: Choices;
  saveAs: string;
}

const isText = (value: unknown) => typeof value === "string";

/** A draft as it was kept, for exactly these columns; undefined for anything else. */
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

/** One for each person, import and way to read its file in a tab. It outlives a reload and signing in again. */
const kept = ({ environment, importID, encoding, delimiter }: Import, staffID: string): StoredItem =>
  storedItem("import-columns", staffID, environment, importID, encoding, delimiter);

export function readDraft(of: Import, staffID: string, proposed: ImportColumns): ColumnsDraft | undefined {
  try {
    return parseDraft(JSON.parse(kept(of, staffID).read() ?? "null"), proposed);
  } catch {
    // Something else in its place.
    return undefined;
  }
}

export function keepDraft(of: Import, staffID: string, draft: ColumnsDraft): void {
  // If the browser stores nothing, the choices still exist in the page's state.
  kept(of, staffID).write(JSON.stringify(draft));
}

export function dropDraft(of: Import, staffID: string): void {
  kept(of, staffID).remove();
}
