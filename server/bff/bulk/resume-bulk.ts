import { AppError } from "#lib/contract/operations/app-error.ts";
import { type Bulk, maxBulkRowsWithoutProof, type ResumeBulk } from "#lib/contract/operations/bulk.ts";
import { requireRecentFactor } from "#server/bff/access/sessions/recent-factor.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkTransition } from "#server/bff/store/bulk/bulks.ts";
import type { BulkServices } from "./bulk-services.ts";
import { bulkView } from "./bulk-view.ts";
import { bulkStateConflict, findBulk } from "./find-bulk.ts";

type Context = RouteContext<"bulk.run", "/api/:environment/bulk/:bulkID/resume", BulkServices>;

/**
 * Continues a bulk change: from `ready` to the first customer alone, from there to the rest, from a pause to the
 * earlier state. The following operations belong to the person who resumes. The rest starts only after one customer's
 * change has succeeded, and only if the person confirmed this step and no other.
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
  if (input?.to !== undefined && input.to !== next.state) throw bulkStateConflict(bulk, "taken on");
  // The first customer alone is an ordinary change.
  if (next.state === "running" && bulk.total > maxBulkRowsWithoutProof) {
    await requireRecentFactor(session, services);
  }
  // Reading the customers again sends nothing.
  const guard = next.state === "checking" ? undefined : await assertReleased(context, bulkID);
  const startedAt = next.state === "checking" ? {} : { startedAt: bulk.startedAt ?? services.clock.now() };
  const fresh = { runBy: { staffID, email }, pausedFrom: null, reason: null, failuresInRow: 0, ...startedAt };
  const event = runEvent(context, "bulk.continued", bulk, {
    before: { state: bulk.state },
    after: { state: next.state },
  });
  const audited = { event, nowMs: services.clock.now(), guard };
  const moved = await bulks.move(bulkID, [bulk.state], { ...fresh, ...next }, audited);
  if (!moved) throw bulkStateConflict(await findBulk(context, bulkID), "taken on");
  services.bulks.wake();
  return { bulk: await bulkView(services.store, moved) };
}

/** Throws if the policy requires another person to approve exactly these rows first. */
async function assertReleased({ services, environment, session }: Context, bulkID: string) {
  const source = services.approvalSources.find(({ kind }) => kind === "bulk");
  const subject = await source?.describe(environment, bulkID);
  const { rows = 0, changes = [] } = subject ?? {};
  const { staffID } = session.staff;
  return services.approvalGate.assertReleased({ environment, staffID, kind: "bulk", subjectID: bulkID, rows, changes });
}

async function nextStep(
  { services }: Context,
  bulk: StoredBulk,
  canaryID: string | undefined,
): Promise<BulkTransition> {
  const { bulkID, state, pausedFrom, canaryPosition } = bulk;
  const { bulks } = services.store;
  if (state === "paused") return { state: pausedFrom ?? "running" };
  if (state !== "ready" && state !== "canary-done") throw bulkStateConflict(bulk, "taken on");
  const canary = canaryPosition === null ? null : await bulks.row(bulkID, canaryPosition);
  const wentThrough = canary?.state === "changed" || canary?.state === "accepted";
  if (wentThrough && canaryID === undefined) return { state: "running" };
  if (wentThrough) throw new AppError("bulk_moved", "The first customer is already changed: continue with the rest.");
  const row = await bulks.first(bulkID, "waiting", { customerID: canaryID });
  if (row) return { state: "canary", canaryPosition: row.position };
  throw new AppError("bulk_moved", "This customer is not waiting to be changed. Choose another one.");
}
