import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Bulk, UndoBulk } from "#lib/contract/operations/bulk.ts";
import { changedMember } from "#lib/contract/values/operations/bulk-states.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { changeOfRow, type NewBulkRow, type StoredBulk, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";
import { keepBulk, unreadRow } from "./keep-bulk.ts";

/**
 * Starts a bulk change that undoes an earlier one: every verified row gets the value from before it, in reverse order,
 * and expects the contract that the earlier row resulted in. It is checked and started like any other. A customer whose
 * contract has changed since is shown with the difference and not changed.
 */
export async function undoBulk({
  context,
  bulkID,
  input,
}: {
  context: RouteContext<"bulk.run", "/api/:environment/bulk/:bulkID/undo", BulkServices>;
  bulkID: string;
  input: UndoBulk;
}): Promise<{ bulk: Bulk }> {
  const { bulks } = context.services.store;
  const earlier = await findRun(bulkKind, context, bulkID);
  const { rows: changed } = await bulks.rows(bulkID, { states: ["changed"], limit: earlier.total, offset: 0 });
  const { total: uncertain } = await bulks.rows(bulkID, { states: ["accepted", "unknown"], limit: 1, offset: 0 });
  const rows = changed
    .toReversed()
    .flatMap((row) => backOf(earlier, row) ?? [])
    .map((row, index) => ({ ...row, position: index + 1 }));
  if (rows.length === 0) {
    throw new AppError("invalid_request", "There is nothing to undo: no change of this bulk change is verified.");
  }
  const leftOut = changed.length - rows.length + uncertain;
  const source = { kind: "undo", ofBulkID: bulkID, given: rows.length, leftOut } as const;
  return keepBulk(context, { source, change: null, rows, total: rows.length, undoOf: bulkID }, input?.console);
}

/** The row that undoes a verified row. Undefined if the contract before it was not read. */
function backOf(bulk: StoredBulk, row: StoredBulkRow): NewBulkRow | undefined {
  const { customerID, before, after, operationID } = row;
  const member = changedMember(changeOfRow(bulk, row));
  const value = before?.[member];
  if (value === undefined || !after || operationID === null) return undefined;
  const target = member === "plan" ? { plan: value } : { term: value };
  return unreadRow(0, customerID, { target, undoOf: operationID, before: after });
}
