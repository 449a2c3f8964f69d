import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/app-error.ts";
import {
  againStates,
  type Bulk,
  type BulkSource,
  maxBulkRows,
  maxBulkRowsAnHour,
  maxBulksAnHour,
  maxUnfinishedBulks,
  type StartBulk,
} from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { apiOf } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NewBulkRow, StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { findBulk } from "./find-bulk.ts";

type Context = RouteContext<"editor", "/api/:environment/bulk", BulkServices>;

/**
 * Keeps a bulk change and has its customers checked; nothing is sent. IDs are frozen here, each once;
 * those that match a filter are listed at the beginning of the check, which is bounded by the store and
 * not by how long a browser waits.
 */
export async function startBulk({ context, input }: { context: Context; input: StartBulk }): Promise<{ bulk: Bulk }> {
  const { services, environment, session } = context;
  const { change, note } = input;
  const { staffID, email } = session.staff;
  const frozen = await freeze(context, input.source);
  const bulk: StoredBulk = {
    bulkID: randomUUID(),
    environment,
    state: "checking",
    actor: { staffID, email },
    runBy: null,
    change,
    source: frozen.source,
    note: note ?? null,
    pausedFrom: null,
    reason: null,
    drift: null,
    canaryPosition: null,
    failuresInRow: 0,
    total: frozen.total,
    createdAt: services.clock.now(),
    checkedAt: null,
    startedAt: null,
    finishedAt: null,
  };
  const room = await services.store.bulks.create(bulk, frozen.rows);
  if (room === "too-many-unfinished") throw tooManyUnfinished(environment);
  if (room !== "there-is") throw tooManyInAnHour(room.retryAtMs);
  services.bulks.wake();
  context.answerWith(202);
  return { bulk: await bulkView(services.store, bulk) };
}

interface Frozen {
  source: StoredBulk["source"];
  rows: NewBulkRow[];
  total: number;
}

function freeze(context: Context, source: BulkSource): Frozen | Promise<Frozen> {
  if (source.kind === "ids") return freezeIDs(source.customerIDs);
  return source.kind === "again" ? freezeAgain(context, source.bulkID) : countMatching(context, source);
}

/** Those of another bulk change that were not changed, in its order. */
async function freezeAgain(context: Context, ofBulkID: string): Promise<Frozen> {
  const { bulkID, total } = await findBulk(context, ofBulkID);
  const filter = { states: againStates, limit: total, offset: 0 };
  const { rows } = await context.services.store.bulks.rows(bulkID, filter);
  if (rows.length === 0) throw new AppError("invalid_request", "Nothing is left to start again.");
  return freezeIDs(
    rows.map(({ customerID }) => customerID),
    bulkID,
  );
}

function freezeIDs(customerIDs: readonly string[], ofBulkID?: string): Frozen {
  const unique = [...new Map(customerIDs.map((customerID) => [idKey(customerID), customerID])).values()];
  const rows = unique.map((customerID, index): NewBulkRow => {
    return {
      position: index + 1,
      customerID,
      companyName: "",
      created: null,
      before: null,
      state: "pending",
      reason: null,
    };
  });
  const counts = { given: customerIDs.length, duplicates: customerIDs.length - unique.length };
  const source = { kind: "ids", ...counts, ...(ofBulkID === undefined ? {} : { ofBulkID }) } as const;
  return { source, rows, total: rows.length };
}

/** How many match now, before anything is kept: none and too many are told to the person who asks. */
async function countMatching(context: Context, source: Extract<BulkSource, { kind: "matching" }>): Promise<Frozen> {
  const { client, call } = apiOf(context);
  const first = { limit: 1, offset: 0, sort: "created", ascending: true } as const;
  const { total } = await client.listCustomers({ ...source.filters, ...first }, { ...call, fresh: true });
  if (total === 0) throw new AppError("invalid_request", "No customers match any more. Nothing was started.");
  if (total > maxBulkRows) throw tooMany(total);
  return { source, rows: [], total };
}

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

/** The error for more rows than one bulk change may have. */
export function tooMany(total: number): AppError {
  const [most, count] = [maxBulkRows, total].map((number) => formatCount(number));
  return new AppError(
    "invalid_request",
    `${count} customers match, and one bulk change takes at most ${most}. Narrow the list and change it in parts.`,
  );
}
