import type { ImportColumns, SavedMapping } from "#lib/contract/operations/imports.ts";
import { maxTextLength } from "#lib/contract/values/customers/creation-rules.ts";
import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { PersonNames } from "#server/bff/core/person-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { assertContentKept, importKind } from "#server/bff/imports/import-kind.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import type { StoredMapping } from "#server/bff/store/imports/import-mappings.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { mappingOfColumns, proposeColumns, proposeValue } from "./propose-mapping.ts";

const maxSamples = 3;
const shownRows = 5;

/** If a column has more different words than this, its words are not offered as plans or terms. */
const maxWords = 50;

/** Saved mappings as the console shows them. */
export async function savedMappingViews(names: PersonNames, stored: readonly StoredMapping[]): Promise<SavedMapping[]> {
  const known = await names.peopleNames(stored.map(({ actor }) => actor.staffID));
  return stored.map(({ mappingID, name, mapping, actor, createdAt }) => {
    const createdByName = known.get(actor.staffID);
    return {
      mappingID,
      name,
      mapping,
      createdBy: actor.email,
      ...(createdByName !== undefined && { createdByName }),
      createdAt: new Date(createdAt).toISOString(),
    };
  });
}

/**
 * How often each word occurs in a column. Undefined if the column has more than `maxWords` words, or a word that is too
 * long for a plan or term.
 */
function wordsOf(rows: readonly StoredImportRow[], column: number): Map<string, number> | undefined {
  const words = new Map<string, number>();
  for (const { cells } of rows) {
    const word = (cells?.[column] ?? "").trim();
    if (word === "") continue;
    words.set(word, (words.get(word) ?? 0) + 1);
    if (words.size > maxWords || word.length > maxTextLength) return undefined;
  }
  return words;
}

/** Returns the columns of a file with a proposed field for each. A person then maps the columns to fields. */
export async function getImportColumns({
  context,
  importID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/columns", ImportServices>;
  importID: string;
}): Promise<ImportColumns> {
  const { store } = context.services;
  const importRecord = await findRun(importKind, context, importID);
  assertContentKept(importRecord);
  const { rows } = await store.imports.rows(importID, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const { plans, terms } = await listContractValues({ context });
  const saved = await savedMappingViews(store.staff, await store.importMappings.list(context.environment));
  const savedMapping = importRecord.mapping ? undefined : mappingOfColumns(importRecord.columns, saved);
  const ownMapping = importRecord.mapping ?? savedMapping?.mapping;
  const proposals = proposeColumns(importRecord.columns, ownMapping);
  const values: ImportColumns["values"] = {};
  const columns = importRecord.columns.map((name, column) => {
    const words = wordsOf(rows, column);
    if (words) {
      const proposed = (member: "plan" | "term", offered: readonly string[]) =>
        [...words].map(([value, count]) => {
          return { value, rows: count, ...proposeValue(member, value, offered, ownMapping) };
        });
      values[name] = { plan: proposed("plan", plans), term: proposed("term", terms) };
    }
    const cells = new Set(rows.map(({ cells }) => (cells?.[column] ?? "").trim()).filter((cell) => cell !== ""));
    return { name, samples: [...cells].slice(0, maxSamples), ...proposals[column] };
  });
  return {
    columns,
    rows: rows.slice(0, shownRows).map(({ line, cells }) => ({ line, cells: cells ?? [] })),
    values,
    plans,
    terms,
    ...(savedMapping && { savedAs: savedMapping.name }),
  };
}
