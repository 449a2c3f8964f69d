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

/** How long one comparison may read the API, in milliseconds. */
const maxReadMs = 60_000;

const named = ({ customerID, companyName }: Pick<Customer, "customerID" | "companyName">) => ({
  customerID,
  companyName,
});

/**
 * Evaluates the view of a bulk change again, as it was when the bulk change was started, and compares it with the rows.
 * Changes nothing: only a person adds a customer that has entered the view.
 *
 * A customer whose change was sent or planned may have left the view because of this change, so only rows that still
 * wait are compared. Throws instead of returning a part, because a part would look like all customers.
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
  if (source.kind !== "view") throw new AppError("not_found", "The customers of this bulk change are not from a view.");
  if (bulk.checkedAt === null) throw new AppError("run_moved", "The customers of the view are not read yet.");
  const { rows } = await services.store.bulks.rows(bulkID, { states: undefined, limit: total, offset: 0 });
  const before = new Set(rows.map(({ customerID }) => idKey(customerID)));
  const now = new Set<string>();
  const entered: BulkViewComparison["entered"] = [];
  const endMs = services.clock.monotonic() + maxReadMs;
  const view = { services, environment, ...requestAPI(context), staffID: actor.staffID };
  const parts = walkView(view, source.query);
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      const { complete, drifted, count, asOf } = next.value;
      if (!complete) throw new AppError("upstream_malformed", "The API does not return the whole list.");
      const left = rows.filter(({ state, customerID }) => state === "ready" && !now.has(idKey(customerID)));
      const viewState = await readViewState(services, actor.staffID, source);
      return { viewState, asOf, customers: count, drifted, entered, left: left.map(named) };
    }
    for (const customer of next.value.customers) {
      now.add(idKey(customer.customerID));
      if (!before.has(idKey(customer.customerID))) entered.push(named(customer));
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
