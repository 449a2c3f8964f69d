import { AppError } from "#lib/contract/app-error.ts";
import type { Bulk, ResumeBulk } from "#lib/contract/bulk.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkMove } from "#server/bff/store/bulk/bulks.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkMoved, findBulk } from "./find-bulk.ts";

type Context = RouteContext<"editor", "/api/:environment/bulk/:bulkID/resume", BulkServices>;

/**
 * Takes a bulk change one step on: from `ready` to the first customer alone, from there to the rest, from
 * a pause to where it was. Whoever takes the step is whose operations follow. The rest is not begun
 * before one customer's change has gone through, nor where the person was told of another step.
 */
export async function resumeBulk({
  context,
  bulkID,
  input,
}: {
  context: Context;
  bulkID: string;
  input: ResumeBulk;
}): Promise<{ bulk: Bulk }> {
  const { services, session } = context;
  const { bulks } = services.store;
  const { staffID, email } = session.staff;
  const bulk = await findBulk(context, bulkID);
  const next = await nextStep(context, bulk, input?.canaryID);
  if (input?.to !== undefined && input.to !== next.state) throw bulkMoved(bulk, "taken on");
  const startedAt = next.state === "checking" ? {} : { startedAt: bulk.startedAt ?? services.clock.now() };
  const fresh = { runBy: { staffID, email }, pausedFrom: null, reason: null, failuresInRow: 0, ...startedAt };
  const moved = await bulks.move(bulkID, [bulk.state], { ...fresh, ...next });
  if (!moved) throw bulkMoved(await findBulk(context, bulkID), "taken on");
  services.bulks.wake();
  return { bulk: await bulkView(services.store, moved) };
}

async function nextStep({ services }: Context, bulk: StoredBulk, canaryID: string | undefined): Promise<BulkMove> {
  const { bulkID, state, pausedFrom, canaryPosition } = bulk;
  const { bulks } = services.store;
  if (state === "paused") return { state: pausedFrom ?? "running" };
  if (state !== "ready" && state !== "canary-done") throw bulkMoved(bulk, "taken on");
  const canary = canaryPosition === null ? null : await bulks.row(bulkID, canaryPosition);
  const wentThrough = canary?.state === "changed" || canary?.state === "accepted";
  if (wentThrough && canaryID === undefined) return { state: "running" };
  if (wentThrough) throw new AppError("bulk_moved", "The first customer is already changed: continue with the rest.");
  const row = await bulks.first(bulkID, "waiting", { customerID: canaryID });
  if (row) return { state: "canary", canaryPosition: row.position };
  throw new AppError("bulk_moved", "This customer is not waiting to be changed. Choose another one.");
}
