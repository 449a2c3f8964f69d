import type { Bulk, BulkRow, BulkRowState } from "#lib/contract/bulk.ts";
import { bulkRowStates } from "#lib/contract/bulk.ts";
import type { StoredBulk, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { RowCounts } from "#server/bff/store/bulk/bulks.ts";
import type { ConsoleStore } from "../store/open-store.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** A row as the console shows it. */
export function bulkRowView(row: StoredBulkRow): BulkRow {
  const { position, customerID, companyName, before, after, state, reason, operationID, confirmedAt, settledAt } = row;
  return {
    position,
    customerID,
    companyName,
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    state,
    ...(reason === null ? {} : { reason }),
    ...(operationID === null ? {} : { operationID }),
    ...(confirmedAt === null ? {} : { confirmedAt: instant(confirmedAt) }),
    ...(settledAt === null ? {} : { settledAt: instant(settledAt) }),
  };
}

function allCounts(counts: RowCounts): Record<BulkRowState, number> {
  return Object.fromEntries(bulkRowStates.map((state) => [state, counts[state] ?? 0])) as Record<BulkRowState, number>;
}

function viewOf(stored: StoredBulk, counts: RowCounts, canary: StoredBulkRow | null): Bulk {
  const { bulkID, environment, state, actor, runBy, change, note, source, total, drift, reason, pausedFrom } = stored;
  const { createdAt, checkedAt, startedAt, finishedAt } = stored;
  return {
    bulkID,
    environment,
    state,
    actor,
    ...(runBy === null ? {} : { runBy }),
    change,
    ...(note === null ? {} : { note }),
    source,
    total,
    counts: allCounts(counts),
    ...(drift === null ? {} : { drift }),
    ...(reason === null ? {} : { reason }),
    ...(pausedFrom === null ? {} : { pausedFrom }),
    ...(canary === null ? {} : { canary: bulkRowView(canary) }),
    createdAt: instant(createdAt),
    ...(checkedAt === null ? {} : { checkedAt: instant(checkedAt) }),
    ...(startedAt === null ? {} : { startedAt: instant(startedAt) }),
    ...(finishedAt === null ? {} : { finishedAt: instant(finishedAt) }),
  };
}

/** Bulk changes as the console shows them, with how many rows stand where. */
export async function bulkViews(
  { bulks }: Pick<ConsoleStore, "bulks">,
  stored: readonly StoredBulk[],
): Promise<Bulk[]> {
  const counts = await bulks.counts(stored.map(({ bulkID }) => bulkID));
  return Promise.all(
    stored.map(async (bulk) => {
      const { bulkID, canaryPosition } = bulk;
      const canary = canaryPosition === null ? null : await bulks.row(bulkID, canaryPosition);
      return viewOf(bulk, counts.get(bulkID) ?? {}, canary);
    }),
  );
}

/** One bulk change as the console shows it. */
export async function bulkView(store: Pick<ConsoleStore, "bulks">, stored: StoredBulk): Promise<Bulk> {
  const [view] = await bulkViews(store, [stored]);
  return view as Bulk;
}
