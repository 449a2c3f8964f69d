import type { Customer } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { BulkViewComparison } from "#lib/contract/operations/bulk.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { walkView } from "#server/bff/views/evaluate/walk-view.ts";
import { readViewState } from "#server/bff/views/view-state.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";

/** How long one comparison may read from the API, in milliseconds. */
const maxReadMs = 60_000;

const nameOf = ({ customerID, companyName }: Pick<Customer, "customerID" | "companyName">) => ({
  customerID,
  companyName,
});

/**
 * Evaluates the view of a bulk change again, with the filters from its start, and compares the customers with the rows.
 * Changes nothing. A customer that has entered the view is added only by a person.
 *
 * Only rows that still wait are listed as left: a changed customer may have left the view because of the change itself.
 * Throws if the list is incomplete, because a part must not count as all customers.
 */
export async function compareView({
  context,
  bulkID,
}: {
  context: RouteContext<"bulk.run", "/api/:environment/bulk/:bulkID/view", BulkServices>;
  bulkID: string;
}): Promise<BulkViewComparison> {
  const { services, environment } = context;
  const bulk = await findRun(bulkKind, context, bulkID);
  const { source, actor, total } = bulk;
  if (source.kind !== "view") throw new AppError("not_found", "This bulk change was not started for a view.");
  if (bulk.checkedAt === null)
    throw new AppError("run_moved", "The customers of the view were not read yet. Wait until the check has ended.");
  const { rows } = await services.store.bulks.rows(bulkID, { states: undefined, limit: total, offset: 0 });
  const rowKeys = new Set(rows.map(({ customerID }) => idKey(customerID)));
  const viewKeys = new Set<string>();
  const entered: BulkViewComparison["entered"] = [];
  const endMs = services.clock.monotonic() + maxReadMs;
  const view = { services, environment, ...requestAPI(context), staffID: actor.staffID };
  const parts = walkView(view, source.query);
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      const { complete, drifted, count, asOf } = next.value;
      if (!complete) throw new AppError("upstream_malformed", "The API does not return the whole list.");
      const left = rows.filter(({ state, customerID }) => state === "ready" && !viewKeys.has(idKey(customerID)));
      const viewState = await readViewState(services, actor.staffID, source);
      return { viewState, asOf, customers: count, drifted, entered, left: left.map(nameOf) };
    }
    for (const customer of next.value.customers) {
      viewKeys.add(idKey(customer.customerID));
      if (!rowKeys.has(idKey(customer.customerID))) entered.push(nameOf(customer));
    }
    if (entered.length > maxBulkRows) {
      throw new AppError(
        "invalid_request",
        `More than ${formatCount(maxBulkRows)} customers have entered the view. Start a new bulk change for it.`,
      );
    }
    if (services.clock.monotonic() > endMs) {
      throw new AppError("upstream_timeout", "Reading the whole view takes too long. Start a new bulk change for it.");
    }
  }
}
