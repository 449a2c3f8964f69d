import type { Bulk } from "#lib/contract/bulk.ts";
import { isAtWork } from "#lib/contract/bulk.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkMoved, findBulk } from "./find-bulk.ts";

/** Pauses a bulk change: no further row is sent; one that is under way ends. */
export async function pauseBulk({
  context,
  bulkID,
}: {
  context: RouteContext<"editor", "/api/:environment/bulk/:bulkID/pause">;
  bulkID: string;
}): Promise<{ bulk: Bulk }> {
  const { store } = context.services;
  const { email } = context.session.staff;
  const bulk = await findBulk(context, bulkID);
  const { state } = bulk;
  if (!isAtWork(state)) throw bulkMoved(bulk, "paused");
  const pausedFrom = state as "checking" | "canary" | "running";
  const reason = { code: "person", message: `Paused by ${email}.` };
  const paused = await store.bulks.move(bulkID, [state], { state: "paused", pausedFrom, reason });
  if (!paused) throw bulkMoved(await findBulk(context, bulkID), "paused");
  return { bulk: await bulkView(store, paused) };
}
