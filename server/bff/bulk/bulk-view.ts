import type { Bulk, BulkRow, BulkRowState } from "#lib/contract/bulk.ts";
import { bulkRowStates } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { StoredBulk, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { RowCounts } from "#server/bff/store/bulk/bulks.ts";
import type { ConsoleStore } from "../store/open-store.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** A row as the console shows it, with how its operation stands. */
function bulkRowView(row: StoredBulkRow, detail: OutcomeDetail | undefined): BulkRow {
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
    ...(detail === undefined ? {} : { outcome: outcomeOfDetail[detail], outcomeDetail: detail }),
    ...(confirmedAt === null ? {} : { confirmedAt: instant(confirmedAt) }),
    ...(settledAt === null ? {} : { settledAt: instant(settledAt) }),
  };
}

/** Rows of one environment's bulk changes as the console shows them. */
export async function bulkRowViews(
  { operations }: Pick<ConsoleStore, "operations">,
  environment: Environment,
  rows: readonly StoredBulkRow[],
): Promise<BulkRow[]> {
  const details = await operations.outcomesOf(
    environment,
    rows.flatMap(({ operationID }) => operationID ?? []),
  );
  return rows.map((row) => bulkRowView(row, row.operationID === null ? undefined : details.get(row.operationID)));
}

function allCounts(counts: RowCounts): Record<BulkRowState, number> {
  return Object.fromEntries(bulkRowStates.map((state) => [state, counts[state] ?? 0])) as Record<BulkRowState, number>;
}

function viewOf(stored: StoredBulk, counts: RowCounts, canary: BulkRow | undefined): Bulk {
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
    ...(canary === undefined ? {} : { canary }),
    createdAt: instant(createdAt),
    ...(checkedAt === null ? {} : { checkedAt: instant(checkedAt) }),
    ...(startedAt === null ? {} : { startedAt: instant(startedAt) }),
    ...(finishedAt === null ? {} : { finishedAt: instant(finishedAt) }),
  };
}

/** Bulk changes as the console shows them, with how many rows stand where. */
export async function bulkViews(
  { bulks, operations }: Pick<ConsoleStore, "bulks" | "operations">,
  stored: readonly StoredBulk[],
): Promise<Bulk[]> {
  const counts = await bulks.counts(stored.map(({ bulkID }) => bulkID));
  return Promise.all(
    stored.map(async (bulk) => {
      const { bulkID, canaryPosition } = bulk;
      const row = canaryPosition === null ? null : await bulks.row(bulkID, canaryPosition);
      const [canary] = await bulkRowViews({ operations }, bulk.environment, row === null ? [] : [row]);
      return viewOf(bulk, counts.get(bulkID) ?? {}, canary);
    }),
  );
}

/** One bulk change as the console shows it. */
export async function bulkView(store: Pick<ConsoleStore, "bulks" | "operations">, stored: StoredBulk): Promise<Bulk> {
  const [view] = await bulkViews(store, [stored]);
  return view as Bulk;
}
