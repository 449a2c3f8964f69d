import { may } from "#lib/contract/access/permissions.ts";
import type { BulkDetail, BulkQuery } from "#lib/contract/operations/bulk.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findRun } from "#server/bff/runs/run-kind.ts";
import { bulkApprovalView } from "./bulk-approval.ts";
import { bulkKind } from "./bulk-kind.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkRowViews, bulkView } from "./bulk-view.ts";

/** A bulk change and a page of its rows, in the frozen order. */
export async function getBulk({
  context,
  bulkID,
  input: { limit, offset, state },
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk/:bulkID", BulkServices>;
  bulkID: string;
  input: BulkQuery;
}): Promise<BulkDetail> {
  const { store, clock, customerNames } = context.services;
  const { environment } = context;
  const stored = await findRun(bulkKind, context, bulkID);
  const bulk = await bulkView(store, stored);
  const { rows, total } = await store.bulks.rows(bulkID, { states: state, limit, offset });
  // The name may be known even for a customer that the check has not read.
  const views = await withCompanyNames(customerNames, environment, await bulkRowViews(store, stored, rows));
  const { role, staffID } = context.session.staff;
  const approval = may(role, "bulk.run") ? await bulkApprovalView(context.services, stored, staffID) : undefined;
  return {
    bulk,
    ...(approval && { approval }),
    rows: views,
    total,
    limit,
    offset,
    asOf: new Date(clock.now()).toISOString(),
  };
}
