import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { exportResults, instantCell, operationLink } from "#server/bff/runs/results-file.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { assertContentKept, importKind } from "./import-kind.ts";
import type { ImportServices } from "./import-services.ts";

/** The columns with the results. They follow the columns of the file. */
const resultColumns = [
  "import line",
  "import result",
  "import reason",
  "import customerID",
  "import jobID",
  "import operationID",
  "import operation",
  "import sentAt",
  "import settledAt",
];

/** The states of rows whose customer was certainly not created. These rows can be corrected and imported again. */
const failedStates = ["error", "failed", "cancelled"] as const;

/**
 * Exports the results file: each row with its current result. With `only=failed`, it has only the rows that certainly
 * failed.
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
    return exportResults(importKind, context, importRecord, {
      head: importRecord.columns,
      states: failedStates,
      async cellsOf(rows) {
        const ids = rows.flatMap(({ operationID }) => operationID ?? []);
        const details = await operations.outcomesOf(context.environment, ids);
        // Skips rows whose job the API no longer knows, because such a job may have created the customer.
        const isCertain = (id: string | null) => id === null || details.get(id) !== "vanished";
        return rows.filter(({ operationID }) => isCertain(operationID)).map(ownCells);
      },
      suffix: "-failed",
      facts: { only },
    });
  }
  const cellsOf = (row: StoredImportRow) => {
    const { line, state, reason, issues, customerID, jobID, operationID, sentAt, settledAt } = row;
    const errors = issues.filter(({ level }) => level === "error").map(({ message }) => message);
    const why = reason ?? (state === "error" ? errors.join(" ") : "");
    const link = operationLink(context, operationID);
    const times = [instantCell(sentAt), instantCell(settledAt)];
    return [...ownCells(row), String(line), state, why, customerID, jobID, operationID, link, ...times];
  };
  return exportResults(importKind, context, importRecord, {
    head: [...importRecord.columns, ...resultColumns],
    cellsOf: (rows) => rows.map(cellsOf),
  });
}
