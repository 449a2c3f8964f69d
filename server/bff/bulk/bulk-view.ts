import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { Bulk, BulkRow, BulkRowState } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { instant } from "#lib/format/instant.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import { changeOfRow, type StoredBulk, type StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkRowCounts } from "#server/bff/store/bulk/bulks.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { ChosenTime } from "#server/bff/store/planned/planned-rows.ts";

/** A chosen time as the console shows it. */
export const shownTime = ({ atMs, local, zone, offset }: ChosenTime) => ({ at: instant(atMs), local, zone, offset });

/** A row as the console shows it, with the outcome of its operation. */
function bulkRowView(bulk: Pick<StoredBulk, "change">, row: StoredBulkRow, detail: OutcomeDetail | undefined): BulkRow {
  const { position, customerID, companyName, before, after, state, reason, operationID, confirmedAt, settledAt } = row;
  return {
    position,
    customerID,
    companyName,
    change: changeOfRow(bulk, row),
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    state,
    ...(reason === null ? {} : { reason }),
    ...(operationID === null ? {} : { operationID }),
    ...(row.plannedChangeID !== null && { plannedChangeID: row.plannedChangeID }),
    ...(detail === undefined ? {} : { outcome: outcomeOfDetail[detail], outcomeDetail: detail }),
    ...(confirmedAt === null ? {} : { confirmedAt: instant(confirmedAt) }),
    ...(settledAt === null ? {} : { settledAt: instant(settledAt) }),
  };
}

/** The rows of a bulk change as the console shows them. */
export async function bulkRowViews(
  { operations }: Pick<ConsoleStore, "operations">,
  bulk: Pick<StoredBulk, "environment" | "change">,
  rows: readonly StoredBulkRow[],
): Promise<BulkRow[]> {
  const details = await operations.outcomesOf(
    bulk.environment,
    rows.flatMap(({ operationID }) => operationID ?? []),
  );
  return rows.map((row) => bulkRowView(bulk, row, row.operationID === null ? undefined : details.get(row.operationID)));
}

function allCounts(counts: BulkRowCounts): Record<BulkRowState, number> {
  return Object.fromEntries(bulkRowStates.map((state) => [state, counts[state] ?? 0])) as Record<BulkRowState, number>;
}

function viewOf(stored: StoredBulk, counts: BulkRowCounts, first: BulkRow | undefined, undoneBy: string | null): Bulk {
  const { bulkID, environment, state, actor, runBy, change, note, ticket, source, total, drift, reason, pausedFrom } =
    stored;
  const { createdAt, checkedAt, startedAt, finishedAt } = stored;
  return {
    bulkID,
    environment,
    state,
    actor,
    ...(runBy === null ? {} : { runBy }),
    ...(change && { change }),
    ...(stored.at && { at: shownTime(stored.at) }),
    ...(stored.until && { until: shownTime(stored.until) }),
    ...(note === null ? {} : { note }),
    ...(ticket === null ? {} : { ticket }),
    source,
    total,
    counts: allCounts(counts),
    ...(drift === null ? {} : { drift }),
    ...(reason === null ? {} : { reason }),
    ...(pausedFrom === null ? {} : { pausedFrom }),
    ...(first === undefined ? {} : { first }),
    ...(undoneBy === null ? {} : { undoneBy }),
    createdAt: instant(createdAt),
    ...(checkedAt === null ? {} : { checkedAt: instant(checkedAt) }),
    ...(startedAt === null ? {} : { startedAt: instant(startedAt) }),
    ...(finishedAt === null ? {} : { finishedAt: instant(finishedAt) }),
  };
}

/** Bulk changes as the console shows them, with the number of rows in each state. */
export async function bulkViews(
  { bulks, operations, staff }: Pick<ConsoleStore, "bulks" | "operations" | "staff">,
  stored: readonly StoredBulk[],
): Promise<Bulk[]> {
  const counts = await bulks.counts(stored.map(({ bulkID }) => bulkID));
  const views = await Promise.all(
    stored.map(async (bulk) => {
      const { bulkID, firstPosition } = bulk;
      const row = firstPosition === null ? null : await bulks.row(bulkID, firstPosition);
      const [first] = await bulkRowViews({ operations }, bulk, row === null ? [] : [row]);
      const undoneBy = bulk.finishedAt === null ? null : await bulks.undoneBy(bulkID);
      return viewOf(bulk, counts.get(bulkID) ?? {}, first, undoneBy);
    }),
  );
  return withPersonNames(staff, ["actor", "runBy"], views);
}

/** One bulk change as the console shows it. */
export async function bulkView(
  store: Pick<ConsoleStore, "bulks" | "operations" | "staff">,
  stored: StoredBulk,
): Promise<Bulk> {
  const [view] = await bulkViews(store, [stored]);
  return view as Bulk;
}
