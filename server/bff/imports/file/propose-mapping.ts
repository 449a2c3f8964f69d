import type { ImportColumns, ImportMapping, SavedMapping } from "#lib/contract/operations/imports.ts";
import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import { type ImportField, singleFields } from "#lib/contract/values/operations/import-states.ts";
import { contractValueName, fittingContractValues, knownContractValue } from "#lib/format/contract-value-name.ts";
import { fieldLikeName, fieldOfName, isSimilar } from "./field-names.ts";
import { isResultColumn } from "./result-columns.ts";

type ColumnProposal = Pick<ImportColumns["columns"][number], "field" | "by">;

/**
 * The newest saved mapping that names exactly the columns of a file. Columns that an earlier import added are ignored.
 */
export function mappingOfColumns(columns: readonly string[], saved: readonly SavedMapping[]): SavedMapping | undefined {
  const keyOf = (names: readonly string[]) =>
    names
      .filter((name) => !isResultColumn(name))
      .toSorted()
      .join("\n");
  const own = keyOf(columns);
  return saved
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .find(({ mapping }) => keyOf(Object.keys(mapping.columns)) === own);
}

const resultColumn: ColumnProposal = { field: "ignore", by: "name" };

/**
 * Proposes a field for each column, and each field at most once. A column with an equal name is preferred to a column
 * with a similar name.
 */
export function proposeColumns(columns: readonly string[], saved: ImportMapping | undefined): ColumnProposal[] {
  const proposedFields = new Set<ImportField>();
  const take = (field: ImportField | undefined) => {
    if (field === undefined || proposedFields.has(field)) return undefined;
    if (singleFields.includes(field)) proposedFields.add(field);
    return field;
  };
  if (saved) {
    return columns.map((name): ColumnProposal => {
      if (isResultColumn(name)) return resultColumn;
      const field = take(saved.columns[name]);
      return field === undefined ? {} : { field, by: "saved" };
    });
  }
  const byName = columns.map((name) => (isResultColumn(name) ? undefined : take(fieldOfName(name))));
  return columns.map((name, index): ColumnProposal => {
    if (isResultColumn(name)) return resultColumn;
    const named = byName[index];
    if (named !== undefined) return { field: named, by: "name" };
    const similar = take(fieldLikeName(name));
    return similar === undefined ? {} : { field: similar, by: "similar" };
  });
}

type ValueProposal = Pick<ImportColumns["values"][string]["plan"][number], "means" | "by">;

/**
 * Proposes the plan or term that a word of the file probably means. The result is empty if no known value fits, or if
 * several fit.
 */
export function proposeValue(
  member: "plan" | "term",
  word: string,
  known: readonly string[],
  saved: ImportMapping | undefined,
): ValueProposal {
  if (known.includes(word)) return { means: word, by: "name" };
  const before = saved?.values[member][word];
  if (before !== undefined) return { means: knownContractValue(member, before, known), by: "saved" };
  const key = columnKey(word);
  const keysOf = (value: string) => [columnKey(value), columnKey(contractValueName(member, value))];
  const same = fittingContractValues(member, word, known);
  if (same.length === 1) return { means: same[0] as string, by: "name" };
  const similar = known.filter((value) =>
    keysOf(value).some(
      (one) => isSimilar(one, key) || (key.length > 2 && (one.startsWith(key) || key.startsWith(one))),
    ),
  );
  return similar.length === 1 ? { means: similar[0] as string, by: "similar" } : {};
}
