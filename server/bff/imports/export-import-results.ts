import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { exportResults, instantCell, operationLink } from "#server/bff/runs/results-file.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { reasonColumn, resultColumns } from "./file/result-columns.ts";
import { assertContentKept, importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";

/** The states of rows whose customer was certainly not created. These rows can be corrected and imported again. */
const failedStates = ["error", "failed", "cancelled"] as const;

/** The reason for a row's result: the stored reason, or else a text for the row's state. */
function reasonOf({ state, reason, issues }: StoredImportRow): string {
  if (reason !== null) return reason;
  if (state === "cancelled") return "The import was cancelled before this row was sent.";
  const errors = issues.filter(({ level }) => level === "error").map(({ message }) => message);
  return state === "error" ? errors.join(" ") : "";
}

/**
 * Exports the results file: each row with its current result.
 *
 * With `only=failed`, the file has only the rows that certainly failed. It has the columns and the separator of the
 * uploaded file, and the reason as an additional last column. So a person can correct these rows and import the file.
 */
export async function exportImportResults({
  context,
  importID,
  only,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/receipts", ImportServices>;
  importID: string;
  only: "failed" | undefined;
}): Promise<StreamedFile> {
  const { operations } = context.services.store;
  const importRecord = await findRun(importKind, context, importID);
  const ownCells = (row: StoredImportRow) => importRecord.columns.map((_, index) => row.cells?.[index] ?? "");
  if (only === "failed") {
    assertContentKept(importRecord);
    const { columns, delimiter } = importRecord;
    // A file that was corrected and imported again already has a reason column from its first import. That column is
    // replaced.
    const isOwn = (_: unknown, index: number) => columns[index] !== reasonColumn;
    return exportResults(importKind, context, importRecord, {
      head: [...columns.filter(isOwn), reasonColumn],
      delimiter,
      states: failedStates,
      async cellsOf(rows) {
        const ids = rows.flatMap(({ operationID }) => operationID ?? []);
        const details = await operations.outcomesOf(context.environment, ids);
        // Skips rows whose job the API no longer knows, because such a job may have created the customer.
        const isCertain = (id: string | null) => id === null || details.get(id) !== "vanished";
        const failed = rows.filter(({ operationID }) => isCertain(operationID));
        return failed.map((row) => [...ownCells(row).filter(isOwn), reasonOf(row)]);
      },
      suffix: "-failed",
      facts: { only },
    });
  }
  const cellsOf = (row: StoredImportRow) => {
    const { line, state, customerID, jobID, operationID, sentAt, settledAt } = row;
    const link = operationLink(context, operationID);
    const times = [instantCell(sentAt), instantCell(settledAt)];
    return [...ownCells(row), String(line), state, reasonOf(row), customerID, jobID, operationID, link, ...times];
  };
  return exportResults(importKind, context, importRecord, {
    head: [...importRecord.columns, ...resultColumns],
    cellsOf: (rows) => rows.map(cellsOf),
  });
}
