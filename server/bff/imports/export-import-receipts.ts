import { pages } from "#lib/paths.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import { assertContentKept, findImport } from "./find-import.ts";
import type { ImportServices } from "./import-services.ts";

const rowsAtOnce = 500;

/** The columns after those of the file. */
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

/**
 * The states of rows that were meant to be created and certainly were not. They can be corrected and imported again.
 */
const failedStates = ["error", "failed", "cancelled"] as const;

const instant = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());

function cellsOf(importRecord: StoredImport, row: StoredImportRow, origin: string): (string | null)[] {
  const { line, state, reason, issues, customerID, jobID, operationID, sentAt, settledAt } = row;
  const link = operationID === null ? "" : `${origin}${pages.operation(importRecord.environment, operationID)}`;
  const errors = issues.filter(({ level }) => level === "error").map(({ message }) => message);
  const why = reason ?? (state === "error" ? errors.join(" ") : "");
  const own = importRecord.columns.map((_, index) => row.cells?.[index] ?? "");
  return [...own, String(line), state, why, customerID, jobID, operationID, link, instant(sentAt), instant(settledAt)];
}

/**
 * Exports the results file with the current result of each row. With `only=failed` it contains only the rows that
 * certainly failed.
 */
export async function exportImportReceipts({
  context,
  importID,
  only,
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports/:importID/receipts", ImportServices>;
  importID: string;
  only: "failed" | undefined;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session } = context;
  const { imports, operations } = services.store;
  const importRecord = await findImport(context, importID);
  if (only === "failed") assertContentKept(importRecord);
  await recordExport(context, { what: "import receipts", importID, ...(only && { only }) });
  const [origin = ""] = services.origins.current();
  const states = only === "failed" ? failedStates : undefined;

  /** Leaves out rows whose job the API no longer knows: it may have created the customer. */
  async function certain(rows: readonly StoredImportRow[]): Promise<StoredImportRow[]> {
    if (only !== "failed") return [...rows];
    const ids = rows.flatMap(({ operationID }) => operationID ?? []);
    const details = await operations.outcomesOf(environment, ids);
    return rows.filter(({ operationID }) => operationID === null || details.get(operationID) !== "vanished");
  }

  async function* texts() {
    yield csvHead(only === "failed" ? importRecord.columns : [...importRecord.columns, ...resultColumns]);
    for (let offset = 0; ; offset += rowsAtOnce) {
      const { rows } = await imports.rows(importID, { states, limit: rowsAtOnce, offset });
      const shown = await certain(rows);
      const lines = shown.map((row) =>
        only === "failed"
          ? importRecord.columns.map((_, index) => row.cells?.[index] ?? "")
          : cellsOf(importRecord, row, origin),
      );
      if (lines.length > 0) yield csvLines(lines);
      if (rows.length < rowsAtOnce) break;
    }
    services.log.info({ environment, importID, requestID, staffID: session.staff.staffID }, "import receipts exported");
  }
  return {
    fileName: `import-${environment}-${importID.slice(0, 8)}${only === "failed" ? "-failed" : ""}.csv`,
    contentType: "text/csv; charset=utf-8",
    ...streamTexts({ clock: services.clock, texts: texts(), left: () => {}, cutMark: csvCutMark }),
  };
}
