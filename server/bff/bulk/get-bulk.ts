import type { BulkDetail, BulkQuery } from "#lib/contract/bulk.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { bulkRowView, bulkView } from "./bulk-view.ts";
import { findBulk } from "./find-bulk.ts";

/** A bulk change and a page of its rows, in the frozen order. */
export async function getBulk({
  context,
  bulkID,
  input: { limit, offset, state },
}: {
  context: RouteContext<"viewer", "/api/:environment/bulk/:bulkID">;
  bulkID: string;
  input: BulkQuery;
}): Promise<BulkDetail> {
  const { store, clock } = context.services;
  const bulk = await bulkView(store, await findBulk(context, bulkID));
  const { rows, total } = await store.bulks.rows(bulkID, { states: state, limit, offset });
  return { bulk, rows: rows.map(bulkRowView), total, limit, offset, asOf: new Date(clock.now()).toISOString() };
}
