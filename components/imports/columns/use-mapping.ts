import { useState } from "react";
import type { FormError } from "#components/forms/error-summary.tsx";
import { fieldNames } from "#components/imports/texts.ts";
import { useSession } from "#components/ui/session.tsx";
import type { Import, ImportColumns, ImportField, ImportMapping } from "#lib/contract/operations/imports.ts";
import { requiredFields, singleFields } from "#lib/contract/values/operations/import-states.ts";
import { columnsTexts as texts } from "./columns-texts.ts";
import { type Choices, dropDraft, keepDraft, readDraft } from "./draft.ts";

type Member = "plan" | "term";

export const members: readonly Member[] = ["plan", "term"];

const wordKey = (member: Member, column: string, word: string) => JSON.stringify([member, column, word]);

function initialChoices({ columns, values }: ImportColumns, { mapping }: Import): Choices {
  const proposed = Object.entries(values).flatMap(([column, ofColumn]) =>
    members.flatMap((member) => ofColumn[member].map(({ value, means }) => [wordKey(member, column, value), means])),
  );
  return {
    fields: Object.fromEntries(columns.map(({ name, field }) => [name, mapping?.columns[name] ?? field])),
    words: Object.fromEntries(proposed),
    fixed: { plan: mapping?.fixed.plan ?? "", term: mapping?.fixed.term ?? "" },
    confirmsUnused: mapping !== undefined,
  };
}

/**
 * The choices of the columns step, the errors for missing choices, and the mapping for the request. The choices survive
 * a reload of the tab. The first render can read the stored choices, because the columns are loaded only in the
 * browser. `idOf` creates the IDs of inputs.
 */
export function useMapping(proposed: ImportColumns, found: Import, idOf: (input: string) => string) {
  const { staffID } = useSession().staff;
  const [{ choices, saveAs }, setDraft] = useState(
    () => readDraft(found, staffID, proposed) ?? { choices: initialChoices(proposed, found), saveAs: "" },
  );
  const change = (changed: { choices?: Choices; saveAs?: string }) => {
    const draft = { choices, saveAs, ...changed };
    setDraft(draft);
    keepDraft(found, staffID, draft);
  };
  const choose = (chosen: Partial<Choices>) => change({ choices: { ...choices, ...chosen } });
  const names = proposed.columns.map(({ name }) => name);
  const columnOf = (field: ImportField) => names.find((name) => choices.fields[name] === field);
  // The columns that the import ignores. One checkbox confirms that all these columns are ignored. A column that an
  // earlier import has added to the file needs no confirmation.
  const unused = proposed.columns
    .filter(
      ({ name, field, by }) =>
        (choices.fields[name] ?? "ignore") === "ignore" && !(field === "ignore" && by === "name"),
    )
    .map(({ name }) => name);
  const wordsOf = (member: Member) => {
    const column = columnOf(member);
    return column === undefined ? undefined : proposed.values[column]?.[member];
  };
  const meaningOf = (member: Member, word: string) =>
    choices.words[wordKey(member, columnOf(member) ?? "", word)] ?? "";

  const errors: FormError[] = [];
  for (const field of requiredFields) {
    if (columnOf(field) !== undefined) continue;
    if (field === "companyName") {
      errors.push({ inputID: idOf("column-0"), message: texts.fieldMissing(fieldNames[field]) });
    } else if (choices.fixed[field].trim() === "") {
      errors.push({ inputID: idOf(`fixed-${field}`), message: texts.fixedMissing(fieldNames[field].toLowerCase()) });
    }
  }
  for (const field of singleFields) {
    const own = names.filter((name) => choices.fields[name] === field);
    if (own.length < 2) continue;
    errors.push({ inputID: idOf(`column-${names.indexOf(own[1] ?? "")}`), message: texts.twice(fieldNames[field]) });
  }
  if (unused.length > 0 && !choices.confirmsUnused) {
    errors.push({ inputID: idOf("unused"), message: texts.unusedMissing });
  }
  for (const member of members) {
    if (columnOf(member) !== undefined && wordsOf(member) === undefined) {
      const at = names.indexOf(columnOf(member) ?? "");
      errors.push({ inputID: idOf(`column-${at}`), message: texts.tooManyWords });
    }
    for (const [index, { value }] of (wordsOf(member) ?? []).entries()) {
      if (meaningOf(member, value) === "") {
        errors.push({ inputID: idOf(`${member}-${index}`), message: texts.wordMissing(value) });
      }
    }
  }

  const meanings = (member: Member) =>
    Object.fromEntries(
      (wordsOf(member) ?? [])
        .map(({ value }) => [value, meaningOf(member, value)] as const)
        .filter(([word, means]) => word !== means || !proposed[`${member}s`].includes(word)),
    );
  const mapping = (): ImportMapping => ({
    columns: Object.fromEntries(names.map((name) => [name, choices.fields[name] ?? "ignore"])),
    values: { plan: meanings("plan"), term: meanings("term") },
    fixed: Object.fromEntries(
      members
        .filter((member) => columnOf(member) === undefined)
        .map((member) => [member, choices.fixed[member].trim()]),
    ),
  });
  return {
    choices,
    saveAs,
    unused,
    columnOf,
    wordsOf,
    meaningOf,
    errors,
    mapping,
    setField: (name: string, field: ImportField | undefined) =>
      choose({ fields: { ...choices.fields, [name]: field } }),
    setMeaning: (member: Member, word: string, means: string) =>
      choose({ words: { ...choices.words, [wordKey(member, columnOf(member) ?? "", word)]: means } }),
    setFixed: (member: Member, value: string) => choose({ fixed: { ...choices.fixed, [member]: value } }),
    setConfirmsUnused: (confirmsUnused: boolean) => choose({ confirmsUnused }),
    setSaveAs: (name: string) => change({ saveAs: name }),
    /** Deletes the draft. Call this after the console has received the choices. */
    sent: () => dropDraft(found, staffID),
  };
}

export type Mapping = ReturnType<typeof useMapping>;
