import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { isBulkActive } from "#lib/contract/values/operations/bulk-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkStateConflict, findBulk } from "./find-bulk.ts";

/** Pauses a bulk change: no further row is sent; a running one finishes. */
export async function pauseBulk({
  context,
  bulkID,
}: {
  context: RouteContext<"bulk.run", "/api/:environment/bulk/:bulkID/pause", BulkServices>;
  bulkID: string;
}): Promise<{ bulk: Bulk }> {
  const { store, clock } = context.services;
  const { email } = context.session.staff;
  const bulk = await findBulk(context, bulkID);
  const { state } = bulk;
  if (!isBulkActive(state)) throw bulkStateConflict(bulk, "paused");
  const pausedFrom = state as "checking" | "canary" | "running";
  const reason = { code: "person", message: `Paused by ${email}.` };
  const event = runEvent(context, "bulk.paused", bulk, { before: { state }, after: { state: "paused" } });
  const to = { state: "paused", pausedFrom, reason } as const;
  const paused = await store.bulks.move(bulkID, [state], to, { event, nowMs: clock.now() });
  if (!paused) throw bulkStateConflict(await findBulk(context, bulkID), "paused");
  return { bulk: await bulkView(store, paused) };
}
