import { type StoredItem, storedItem } from "#lib/browser-storage/stored-items.ts";
import type { Import, ImportColumns, ImportField } from "#lib/contract/operations/imports.ts";
import { importFields } from "#lib/contract/values/operations/import-states.ts";
import { hasShape, isRecord } from "#lib/requests/answer-shape.ts";

/** The person's choices so far. A choice that the person has not made is undefined. */
export interface Choices {
  fields: Readonly<Record<string, ImportField | undefined>>;
  /** The meaning of each word, by column and word, because one word may have different meanings in two columns. */
  words: Readonly<Record<string, string | undefined>>;
  fixed: Readonly<Record<"plan" | "term", string>>;
  confirmsUnused: boolean;
}

/** The choices in the columns step that were not sent yet, and the name for saving the mapping. */
export interface ColumnsDraft {
  choices: Choices;
  saveAs: string;
}

const isText = (value: unknown) => typeof value === "string";

/** Parses a stored draft. Undefined if the value is not a draft, or if it has a column that the file does not have. */
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
 * Where a draft is stored. There is one draft per person, import, file settings and tab. A draft survives a reload and
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
  // If the browser cannot store the draft, the page's state still contains the choices.
  kept(of, staffID).write(JSON.stringify(draft));
}

export function dropDraft(of: Import, staffID: string): void {
  kept(of, staffID).remove();
}
