import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Import, ImportRow } from "#lib/contract/operations/imports.ts";
import { fileKeptDays } from "#lib/contract/values/operations/import-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { instant } from "#lib/format/instant.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import type { ImportRowCounts } from "#server/bff/store/imports/imports.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

/** How long the content of an import remains stored, in milliseconds. */
export const contentKeptMs = fileKeptDays * dayMs;

function rowView(row: StoredImportRow, detail: OutcomeDetail | undefined): ImportRow {
  const { position, line, cells, companyName, corrected, state, issues, candidates, decision, reason } = row;
  const { operationID, customerID, jobID, sentAt, settledAt } = row;
  return {
    position,
    line,
    ...(cells && { cells }),
    ...(companyName !== null && { companyName }),
    corrected,
    state,
    issues,
    candidates,
    ...(decision !== null && { decision }),
    ...(reason !== null && { reason }),
    ...(operationID !== null && { operationID }),
    ...(detail !== undefined && { outcome: outcomeOfDetail[detail], outcomeDetail: detail }),
    ...(customerID !== null && { customerID }),
    ...(jobID !== null && { jobID }),
    ...(sentAt !== null && { sentAt: instant(sentAt) }),
    ...(settledAt !== null && { settledAt: instant(settledAt) }),
  };
}

/** The title of an import under Attention and on its approval, such as "Import of 3 customers from new.csv". */
export const importTitle = ({ fileName }: Pick<StoredImport, "fileName">, customers: number): string =>
  `Import of ${formatCount(customers)} ${customers === 1 ? "customer" : "customers"} from ${fileName}`;

/** The rows of an import as the console shows them, with the outcomes of their operations. */
export async function importRowViews(
  { operations }: Pick<ConsoleStore, "operations">,
  { environment }: Pick<StoredImport, "environment">,
  rows: readonly StoredImportRow[],
): Promise<ImportRow[]> {
  const details = await operations.outcomesOf(
    environment,
    rows.flatMap(({ operationID }) => operationID ?? []),
  );
  return rows.map((row) => rowView(row, row.operationID === null ? undefined : details.get(row.operationID)));
}

/** The number of rows in each state, in the groups that the console shows. */
export function importCounts(counts: ImportRowCounts): Import["counts"] {
  const { warnings = 0, ...states } = counts;
  const of = (...names: (keyof typeof states)[]) => names.reduce((sum, name) => sum + (states[name] ?? 0), 0);
  return {
    rows: Object.values(states).reduce((sum, count) => sum + count, 0),
    pending: of("pending"),
    errors: of("error"),
    undecided: of("similar"),
    skipped: of("same", "skipped"),
    ready: of("ready"),
    waiting: of("sending", "accepted"),
    created: of("created"),
    failed: of("failed"),
    unknown: of("unknown"),
    cancelled: of("cancelled"),
    warnings,
  };
}

function viewOf(stored: StoredImport, counts: ImportRowCounts, first: ImportRow | undefined): Import {
  const { importID, environment, state, actor, runBy, ticket, note, fileName, encoding, delimiter } = stored;
  const { columns, emptyLines, unmarked, mapping, digest, incomplete, comparedWith, reason, pausedFrom } = stored;
  const { createdAt, checkedAt, startedAt, finishedAt, removedAt } = stored;
  return {
    importID,
    environment,
    state,
    actor,
    ...(runBy && { runBy }),
    ...(ticket !== null && { ticket }),
    ...(note !== null && { note }),
    fileName,
    encoding,
    delimiter,
    columns,
    emptyLines,
    unmarked,
    ...(mapping && { mapping }),
    counts: importCounts(counts),
    ...(digest !== null && { digest }),
    ...(incomplete !== null && { incomplete }),
    ...(comparedWith && { comparedWith }),
    ...(reason && { reason }),
    ...(pausedFrom !== null && { pausedFrom }),
    ...(first && { first }),
    createdAt: instant(createdAt),
    ...(checkedAt !== null && { checkedAt: instant(checkedAt) }),
    ...(startedAt !== null && { startedAt: instant(startedAt) }),
    ...(finishedAt !== null && { finishedAt: instant(finishedAt) }),
    removedAt: instant(removedAt ?? createdAt + contentKeptMs),
    isRemoved: removedAt !== null,
  };
}

/** Imports as the console shows them, with the number of rows in each state. */
export async function importViews(
  store: Pick<ConsoleStore, "imports" | "operations" | "staff">,
  stored: readonly StoredImport[],
): Promise<Import[]> {
  const counts = await store.imports.counts(stored.map(({ importID }) => importID));
  const views = await Promise.all(
    stored.map(async (one) => {
      const { importID, firstPosition } = one;
      const row = firstPosition === null ? null : await store.imports.row(importID, firstPosition);
      const [first] = await importRowViews(store, one, row === null ? [] : [row]);
      return viewOf(one, counts.get(importID) ?? {}, first);
    }),
  );
  return withPersonNames(store.staff, ["actor", "runBy"], views);
}

/** One import as the console shows it. */
export async function importView(
  store: Pick<ConsoleStore, "imports" | "operations" | "staff">,
  stored: StoredImport,
): Promise<Import> {
  const [view] = await importViews(store, [stored]);
  return view as Import;
}
