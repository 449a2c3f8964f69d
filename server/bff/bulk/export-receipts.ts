import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { pages } from "#lib/paths.ts";
import { recordExport } from "#server/bff/audit/record-export.ts";
import { csvCutMark, csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import { type StreamedFile, streamTexts } from "#server/bff/core/export/streamed-file.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { changeOfRow, type StoredBulk, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkServices } from "./bulk-services.ts";
import { findBulk } from "./find-bulk.ts";

const rowsAtOnce = 500;

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
];

const instant = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());

function cellsOf(bulk: StoredBulk, row: StoredBulkRow, origin: string): (string | null | undefined)[] {
  const change = changeOfRow(bulk, row);
  const member = changedMember(change);
  const link = row.operationID === null ? "" : `${origin}${pages.operation(bulk.environment, row.operationID)}`;
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
    link,
    instant(row.confirmedAt),
    instant(row.settledAt),
    changedValue(change),
  ];
}

/** Exports the results file with the current result of each row, as a CSV file that is read while it is sent. */
export async function exportReceipts({
  context,
  bulkID,
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk/:bulkID/receipts", BulkServices>;
  bulkID: string;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session } = context;
  const bulk = await findBulk(context, bulkID);
  await recordExport(context, { what: "bulk receipts", bulkID });
  const [origin = ""] = services.origins.current();
  async function* texts() {
    yield csvHead(head);
    for (let offset = 0; ; offset += rowsAtOnce) {
      const { rows } = await services.store.bulks.rows(bulkID, { limit: rowsAtOnce, offset });
      if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(bulk, row, origin)));
      if (rows.length < rowsAtOnce) break;
    }
    services.log.info({ environment, bulkID, requestID, staffID: session.staff.staffID }, "bulk receipts exported");
  }
  return {
    fileName: `bulk-${environment}-${bulkID.slice(0, 8)}.csv`,
    contentType: "text/csv; charset=utf-8",
    ...streamTexts({ clock: services.clock, texts: texts(), left: () => {}, cutMark: csvCutMark }),
  };
}
