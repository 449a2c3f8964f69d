import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ChangeImportRows } from "#lib/contract/operations/import-requests.ts";
import type { ImportRows } from "#lib/contract/operations/imports.ts";
import { openRowStates } from "#lib/contract/values/operations/import-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { assertContentKept, importKind } from "#server/bff/imports/import-kind.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { importRowViews, importView } from "#server/bff/imports/import-view.ts";
import { findRun, runConflict } from "#server/bff/runs/run-kind.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import type { ChangedRow } from "#server/bff/store/imports/imports.ts";
import { digestOf, evaluateRows, restoredImportOf } from "./evaluate-rows.ts";
import { positionsOf } from "./row-faults.ts";

/**
 * Corrects cells and records decisions. The rules of the form are checked immediately. The next check of the import
 * applies all other rules.
 */
export async function changeRows({
  context,
  importID,
  input,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/rows", ImportServices>;
  importID: string;
  input: ChangeImportRows;
}): Promise<ImportRows> {
  const { services } = context;
  const { imports } = services.store;
  const importRecord = await findRun(importKind, context, importID);
  assertContentKept(importRecord);
  const { columns, mapping } = importRecord;
  if (importRecord.state !== "checked" || !mapping) throw runConflict(importKind, importRecord, "changed");
  const { rows } = await imports.rows(importID, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  assertThere(rows, input);
  const changesByPosition = changesOf(importRecord, rows, input);
  const changed = rows.map((row) => (isOpen(row) ? applyChange(importRecord, row, changesByPosition, input) : row));
  const rowsBefore = new Map(rows.map((row) => [row.position, row]));
  const rowsAfter = new Map(changed.map((row) => [row.position, row]));
  const contractValues = await listContractValues({ context });
  const checks = evaluateRows(
    changed,
    { columns, mapping, known: contractValues },
    {
      incomplete: importRecord.incomplete,
      restored: restoredImportOf(importRecord, services.clients.get(context.environment)?.clockAheadMs() ?? 0),
    },
  );
  const changedRows = checks.flatMap((check): ChangedRow[] => {
    const [before, after] = [rowsBefore.get(check.position), rowsAfter.get(check.position)];
    if (!before || !after) return [];
    const cells = changesByPosition.get(check.position)?.cells;
    const isSame = before.state === check.state && before.decision === check.decision && before.reason === check.reason;
    const isUntouched =
      JSON.stringify([before.issues, before.candidates]) === JSON.stringify([check.issues, check.candidates]);
    if (isSame && isUntouched && !cells) return [];
    const corrected = cells && { cells: after.cells ?? [], problems: after.problems };
    return [{ position: check.position, check, ...corrected }];
  });
  const positions = [...changesByPosition.keys()];
  const changes = [...changesByPosition.values()];
  const after = {
    corrected: changes.filter(({ cells }) => cells).length,
    decided: changes.length,
    ...(input.ofFault && { fault: input.ofFault.fault, isLeftOut: input.ofFault.leaveOut === true }),
  };
  const event = runEvent(context, "import.changed", importRecord, {
    after: { ...after, positions: positions.slice(0, 20) },
  });
  const audited = { event, nowMs: services.clock.now() };
  const to = { state: "checked", digest: digestOf(importRecord, checks) } as const;
  const moved = await imports.changeRows(importID, ["checked"], to, changedRows, audited);
  if (!moved) throw runConflict(importKind, await findRun(importKind, context, importID), "changed");
  const named = new Set(input.rows.map(({ position }) => position));
  const current = (await imports.rows(importID, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).rows;
  const shown = current.filter(({ position }) => named.has(position));
  const views = await importRowViews(services.store, importRecord, shown);
  const page = { total: views.length, limit: views.length, offset: 0, asOf: new Date(audited.nowMs).toISOString() };
  return { import: await importView(services.store, moved), rows: views, ...page };
}

const isOpen = ({ state }: StoredImportRow) => openRowStates.some((open) => open === state);

/**
 * Refuses changes of rows that are already sent or finished. An import that continues after a restore can still be
 * edited, although some of its rows are already sent or finished.
 */
function assertThere(rows: readonly StoredImportRow[], input: ChangeImportRows): void {
  const positions = new Set(rows.filter(isOpen).map(({ position }) => position));
  const missing = input.rows.findIndex(({ position }) => !positions.has(position));
  if (missing < 0) return;
  const errors = [{ field: `rows.${missing}.position`, message: "is no row that can be changed" }];
  throw new AppError("invalid_request", "There is no such row, or it was sent.", { errors });
}

/** A change of one row. `isOfFault` is set if all rows with a fault get the same value. */
type RowChange = Pick<ChangeImportRows["rows"][number], "cells" | "decision"> & { isOfFault?: true };

/**
 * The changes by the position of their row. There are changes of single rows, and one change for all rows with a fault.
 */
function changesOf(
  importRecord: StoredImport,
  rows: readonly StoredImportRow[],
  { rows: named, ofFault }: ChangeImportRows,
): ReadonlyMap<number, RowChange> {
  const changes = new Map<number, RowChange>();
  if (ofFault) {
    const { column, set } = ofFault;
    const change: RowChange =
      column === undefined || set === undefined ? { decision: "skip" } : { cells: { [column]: set }, isOfFault: true };
    for (const position of positionsOf(importRecord, rows, ofFault)) changes.set(position, change);
  }
  for (const row of named) changes.set(row.position, row);
  return changes;
}

/**
 * Applies a person's change to the row. A correction of a single row also removes the problems that were found when the
 * file was read, because the person has seen all cells of the row.
 */
function applyChange(
  importRecord: StoredImport,
  row: StoredImportRow,
  changes: ReadonlyMap<number, RowChange>,
  { skipUndecided }: ChangeImportRows,
): StoredImportRow {
  const change = changes.get(row.position);
  // A person's correction includes a skipped row again, if it was skipped because of its errors.
  const isTakenIn = change?.cells !== undefined && row.state === "skipped" && row.request === null;
  const before = isTakenIn ? null : skipUndecided && row.state === "similar" ? "skip" : row.decision;
  const decision = change?.decision === undefined ? before : change.decision;
  if (!change?.cells) return { ...row, decision };
  const correctedCells = change.cells;
  for (const name of Object.keys(correctedCells)) {
    if (importRecord.columns.includes(name)) continue;
    const errors = [{ field: `cells.${name.slice(0, 60)}`, message: "is no column of the file" }];
    throw new AppError("invalid_request", "There is no such column.", { errors });
  }
  const cells = importRecord.columns.map((name, index) =>
    Object.hasOwn(correctedCells, name) ? (correctedCells[name] ?? "") : (row.cells?.[index] ?? ""),
  );
  return { ...row, cells, problems: change.isOfFault ? row.problems : [], corrected: true, decision };
}
