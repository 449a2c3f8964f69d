import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type Bulk, maxBulkRowsAnHour, maxBulksAnHour, maxUnfinishedBulks } from "#lib/contract/operations/bulk.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { AuditedRequest } from "#server/bff/audit/audit-source.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { NewBulkRow, StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";

/** When the planned changes of a bulk change begin. Temporary changes also have an end. */
export type PlannedTimes = Pick<StoredBulk, "at" | "until">;

/** The content of a new bulk change. `total` is only the expected number if the rows are not known yet. */
export interface FrozenList {
  source: StoredBulk["source"];
  /** The new value of every row. Null if the rows have different values. */
  change: BulkChange | null;
  rows: NewBulkRow[];
  total: number;
  undoOf?: string;
  /** The planned times, if the rows become planned changes. Undefined if the rows are sent immediately. */
  times?: PlannedTimes | undefined;
}

/** The context of every route that starts a bulk change. */
type StartContext = Pick<
  RouteContext<"bulk.run", "/api/:environment/bulk", BulkServices>,
  "services" | "environment" | "session"
> &
  AuditedRequest;

/**
 * Stores a bulk change and starts the check of its customers. Sends nothing. Every bulk change begins with this
 * function. `guard` runs in the transaction that stores it. If the guard throws, nothing is stored.
 */
export async function keepBulk(
  context: StartContext,
  { source, change, rows, total, undoOf, times }: FrozenList,
  reference: WriteReference | undefined,
  guard?: (bulkID: string) => WriteGuard,
): Promise<{ bulk: Bulk }> {
  const { services, environment, session } = context;
  await requireReference(services, "bulk-changes", reference);
  const { staffID, email } = session.staff;
  const { reason: note, ticket } = reference ?? {};
  const bulk: StoredBulk = {
    bulkID: randomUUID(),
    environment,
    state: "checking",
    actor: { staffID, email },
    runBy: null,
    change,
    undoOf: undoOf ?? null,
    source,
    at: times?.at ?? null,
    until: times?.until ?? null,
    note: note ?? null,
    ticket: ticket ?? null,
    pausedFrom: null,
    reason: null,
    drift: null,
    firstPosition: null,
    failuresInRow: 0,
    total,
    createdAt: services.clock.now(),
    checkedAt: null,
    startedAt: null,
    finishedAt: null,
  };
  const after = { ...(change && { change }), ...times, source, total, ...(note !== undefined && { note }) };
  const event = runEvent(context, "bulk.created", bulk, { after });
  const room = await services.store.bulks.create(bulk, rows, event, guard?.(bulk.bulkID));
  if (room === "too-many-unfinished") throw tooManyUnfinished(environment);
  if (room !== "there-is") throw tooManyInAnHour(room.retryAtMs);
  services.bulks.wake();
  return { bulk: await bulkView(services.store, bulk) };
}

/** A row whose customer the check has not read yet. With `before`, the check expects this contract. */
export const unreadRow = (
  position: number,
  customerID: string,
  own: Pick<NewBulkRow, "target" | "undoOf"> & { before?: NewBulkRow["before"] } = {},
): NewBulkRow => ({
  position,
  customerID,
  companyName: "",
  created: null,
  before: null,
  state: "pending",
  reason: null,
  ...own,
});

function tooManyUnfinished(environment: Environment): AppError {
  return new AppError(
    "too_many_bulks",
    `Nothing was started: ${environment} has ${maxUnfinishedBulks} unfinished bulk changes, which is the limit. Finish or cancel some first.`,
  );
}

function tooManyInAnHour(retryAtMs: number): AppError {
  const [bulks, rows] = [maxBulksAnHour, maxBulkRowsAnHour].map((number) => formatCount(number));
  return new AppError(
    "too_many_writes",
    `Nothing was started: one person can start ${bulks} bulk changes with ${rows} customers in an hour, including cancelled ones.`,
    { retryAt: new Date(retryAtMs).toISOString() },
  );
}
