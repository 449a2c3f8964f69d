import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Bulk, BulkSource, StartBulk } from "#lib/contract/operations/bulk.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { type BulkChange, maxBulkRows, retryableRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { resolveTime } from "#server/bff/core/local-times.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { checkTimes } from "#server/bff/planned/check-times.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { filtersOfView } from "#server/bff/views/evaluate/view-filters.ts";
import { definitionOf } from "#server/bff/views/view-state.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";
import { type FrozenList, keepBulk, type PlannedTimes, unreadRow } from "./keep-bulk.ts";

type Context = RouteContext<"bulk.run", "/api/:environment/bulk", BulkServices>;

/**
 * Starts a bulk change. Sends nothing. A list of IDs is stored immediately, without duplicates. Customers that match a
 * filter or belong to a view are listed when the check begins, so that the browser need not wait.
 */
export async function startBulk({ context, input }: { context: Context; input: StartBulk }): Promise<{ bulk: Bulk }> {
  const { source, change = null } = input;
  const times = await timesOf(context, input);
  // Rejects a list that is longer than the number of open planned changes that a person may have.
  if (times && source.kind === "ids" && source.customerIDs.length > maxOpenPlannedOfPerson) {
    throw new AppError("too_many_planned", `A person can have ${maxOpenPlannedOfPerson} open planned changes at most.`);
  }
  return keepBulk(context, { ...(await freeze(context, source, change)), times }, referenceOf(input));
}

/**
 * The times of the planned changes, from the request or from the bulk change that is started again. Undefined if the
 * changes are not planned.
 */
async function timesOf(context: Context, { source, at, until }: StartBulk): Promise<PlannedTimes | undefined> {
  const { store, plannedRules } = context.services;
  const earlier = source.kind === "again" && !at ? await findRun(bulkKind, context, source.bulkID) : undefined;
  const times: PlannedTimes = at
    ? { at: resolveTime(at, "at"), until: until === undefined ? null : resolveTime(until, "until") }
    : { at: earlier?.at ?? null, until: earlier?.until ?? null };
  if (!times.at) return undefined;
  const { at: from, until: end } = times;
  checkTimes({ at: from, until: end }, { nowMs: await store.planned.now(), isApplied: false }, plannedRules);
  return times;
}

/**
 * `note` is the earlier name of `reason`. A request with both members is rejected, because it would be unclear which of
 * the two texts is the reason.
 */
function referenceOf({ note, console: reference }: StartBulk): WriteReference | undefined {
  if (note === undefined) return reference;
  if (reference?.reason === undefined) return { ...reference, reason: note };
  const message = "is the earlier name of console.reason: send one of both";
  throw new AppError("invalid_request", "The request is not valid.", { errors: [{ field: "note", message }] });
}

function freeze(
  context: Context,
  source: BulkSource,
  change: BulkChange | null,
): Omit<FrozenList, "undoOf"> | Promise<FrozenList> {
  if (source.kind === "ids") return freezeIDs(source.customerIDs, change);
  if (source.kind === "view") return freezeView(context, source.viewID, change);
  return source.kind === "again" ? freezeAgain(context, source.bulkID, change) : countMatching(context, source, change);
}

/** The rows of an earlier bulk change that were not changed, in the order of that bulk change. */
async function freezeAgain(context: Context, ofBulkID: string, change: BulkChange | null): Promise<FrozenList> {
  const earlier = await findRun(bulkKind, context, ofBulkID);
  const { bulkID, total } = earlier;
  const filter = { states: retryableRowStates, limit: total, offset: 0 };
  const { rows } = await context.services.store.bulks.rows(bulkID, filter);
  if (rows.length === 0) throw new AppError("invalid_request", "Nothing is left to start again.");
  const common = change ?? earlier.change;
  if (common) {
    return freezeIDs(
      rows.map(({ customerID }) => customerID),
      common,
      bulkID,
    );
  }
  const own = rows.map(({ customerID, target, undoOf }, index) => {
    return unreadRow(index + 1, customerID, { target, ...(undoOf !== null && { undoOf }) });
  });
  const source = { kind: "ids", given: own.length, duplicates: 0, ofBulkID: bulkID } as const;
  return { source, change: null, rows: own, total: own.length };
}

function freezeIDs(customerIDs: readonly string[], change: BulkChange | null, ofBulkID?: string): FrozenList {
  const unique = [...new Map(customerIDs.map((customerID) => [idKey(customerID), customerID])).values()];
  const rows = unique.map((customerID, index) => unreadRow(index + 1, customerID));
  const counts = { given: customerIDs.length, duplicates: customerIDs.length - unique.length };
  const source = { kind: "ids", ...counts, ...(ofBulkID === undefined ? {} : { ofBulkID }) } as const;
  return { source, change, rows, total: rows.length };
}

/**
 * Counts the current matches before anything is stored. So the person learns immediately if no customers or too many
 * customers match.
 */
async function countMatching(
  context: Context,
  source: Extract<BulkSource, { kind: "matching" }>,
  change: BulkChange | null,
): Promise<FrozenList> {
  const { client, call } = requestAPI(context);
  const first = { limit: 1, offset: 0, sort: "created", ascending: true } as const;
  const { total } = await client.listCustomers({ ...source.filters, ...first }, { ...call, fresh: true });
  if (total === 0) throw new AppError("invalid_request", "No customers match any more. Nothing was started.");
  if (total > maxBulkRows) throw tooManyCustomers(total);
  return { source, change, rows: [], total };
}

/**
 * Stores the present filters of the view. The check evaluates them later. Throws if the view can never be evaluated.
 */
async function freezeView(context: Context, viewID: string, change: BulkChange | null): Promise<FrozenList> {
  const { services, session } = context;
  const view = await services.store.views.find(session.staff.staffID, viewID);
  if (!view) {
    const message = "does not exist, or it is a private view of another person";
    throw new AppError("invalid_request", `Nothing was started: the view ${message}.`, {
      errors: [{ field: "source.viewID", message }],
    });
  }
  const definition = definitionOf(view);
  filtersOfView(definition.query, services.clock.now());
  return { source: { kind: "view", ...definition }, change, rows: [], total: 0 };
}

/** The error for a list with more rows than a bulk change may have. */
export function tooManyCustomers(total: number): AppError {
  const [max, count] = [maxBulkRows, total].map((number) => formatCount(number));
  return new AppError(
    "invalid_request",
    `${count} customers match, and one bulk change takes at most ${max}. Narrow the list and change it in parts.`,
  );
}
