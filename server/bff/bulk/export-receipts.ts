import { changedMember } from "#lib/contract/bulk.ts";
import { pages } from "#lib/paths.ts";
import { csvCell } from "#server/bff/core/csv.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { type StreamedFile, streamOf } from "#server/bff/core/streamed-file.ts";
import type { StoredBulk, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { findBulk } from "./find-bulk.ts";

const rowsAtOnce = 500;

const head = [
  ...["position", "customerID", "companyName", "state", "member", "before", "after", "reason"],
  ...["operationID", "operation", "confirmedAt", "settledAt"],
];

const instant = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());

function lineOf(bulk: StoredBulk, row: StoredBulkRow, origin: string): string {
  const member = changedMember(bulk.change);
  const link = row.operationID === null ? "" : `${origin}${pages.operation(bulk.environment, row.operationID)}`;
  const cells = [
    ...[String(row.position), row.customerID, row.companyName, row.state, member],
    ...[row.before?.[member] ?? "", row.after?.[member] ?? "", row.reason ?? ""],
    ...[row.operationID ?? "", link, instant(row.confirmedAt), instant(row.settledAt)],
  ];
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A receipt for each row, as they stand now, in a CSV file that is read while it is sent. */
export async function exportReceipts({
  context,
  bulkID,
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk/:bulkID/receipts">;
  bulkID: string;
}): Promise<StreamedFile> {
  const { services, environment, requestID, session } = context;
  const bulk = await findBulk(context, bulkID);
  const [origin = ""] = services.origins;
  async function* texts() {
    yield `\ufeff${head.join(",")}\r\n`;
    for (let offset = 0; ; offset += rowsAtOnce) {
      const { rows } = await services.store.bulks.rows(bulkID, { limit: rowsAtOnce, offset });
      if (rows.length > 0) yield rows.map((row) => lineOf(bulk, row, origin)).join("");
      if (rows.length < rowsAtOnce) break;
    }
    services.log.info({ environment, bulkID, requestID, staffID: session.staff.staffID }, "bulk receipts exported");
  }
  return {
    fileName: `bulk-${environment}-${bulkID.slice(0, 8)}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: streamOf(texts(), () => {}),
  };
}
