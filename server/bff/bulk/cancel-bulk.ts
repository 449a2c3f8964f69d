import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { bulkStates, isBulkOver } from "#lib/contract/values/operations/bulk-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkStateConflict, findBulk } from "./find-bulk.ts";

const unfinished = bulkStates.filter((state) => !isBulkOver(state));

/** Cancels a bulk change: waiting rows are never sent; changed customers stay changed. */
export async function cancelBulk({
  context,
  bulkID,
}: {
  context: RouteContext<"bulk.run", "/api/:environment/bulk/:bulkID/cancel", BulkServices>;
  bulkID: string;
}): Promise<{ bulk: Bulk }> {
  const { store, clock } = context.services;
  const { email } = context.session.staff;
  const bulk = await findBulk(context, bulkID);
  const nowMs = clock.now();
  const to = {
    state: "cancelled",
    pausedFrom: null,
    reason: { code: "person", message: `Cancelled by ${email}.` },
    finishedAt: nowMs,
  } as const;
  const event = runEvent(context, "bulk.cancelled", bulk, { after: { state: to.state } });
  const cancelled = await store.bulks.move(bulkID, unfinished, to, { event, nowMs });
  if (!cancelled) throw bulkStateConflict(await findBulk(context, bulkID), "cancelled");
  return { bulk: await bulkView(store, cancelled) };
}
