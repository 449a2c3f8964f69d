import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { exportResults, instantCell, operationLink } from "#server/bff/runs/results-file.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { changeOfRow, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";

const head = [
  "position",
  "customerID",
  "companyName",
  "state",
  "member",
  "before",
  "after",
  "reason",
  "operationID",
  "operation",
  "confirmedAt",
  "settledAt",
  "target",
  "plannedChangeID",
];

/** Exports the results file with the current result of each row. */
export async function exportBulkResults({
  context,
  bulkID,
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk/:bulkID/receipts", BulkServices>;
  bulkID: string;
}): Promise<StreamedFile> {
  const bulk = await findRun(bulkKind, context, bulkID);
  const cellsOf = (row: StoredBulkRow) => {
    const change = changeOfRow(bulk, row);
    const member = changedMember(change);
    return [
      String(row.position),
      row.customerID,
      row.companyName,
      row.state,
      member,
      row.before?.[member],
      row.after?.[member],
      row.reason,
      row.operationID,
      operationLink(context, row.operationID),
      instantCell(row.confirmedAt),
      instantCell(row.settledAt),
      changedValue(change),
      row.plannedChangeID,
    ];
  };
  return exportResults(bulkKind, context, bulk, { head, cellsOf: (rows) => rows.map(cellsOf) });
}
