import { type Bulk, bulkStates, isOver } from "#lib/contract/bulk.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkMoved, findBulk } from "./find-bulk.ts";

const unfinished = bulkStates.filter((state) => !isOver(state));

/** Ends a bulk change for good: rows that wait are never sent; what was changed stays changed. */
export async function cancelBulk({
  context,
  bulkID,
}: {
  context: RouteContext<"editor", "/api/:environment/bulk/:bulkID/cancel">;
  bulkID: string;
}): Promise<{ bulk: Bulk }> {
  const { store, clock } = context.services;
  const { email } = context.session.staff;
  await findBulk(context, bulkID);
  const cancelled = await store.bulks.move(bulkID, unfinished, {
    state: "cancelled",
    pausedFrom: null,
    reason: { code: "person", message: `Cancelled by ${email}.` },
    finishedAt: clock.now(),
  });
  if (!cancelled) throw bulkMoved(await findBulk(context, bulkID), "cancelled");
  return { bulk: await bulkView(store, cancelled) };
}
