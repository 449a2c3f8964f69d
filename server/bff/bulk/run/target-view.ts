import type { BulkContext } from "#server/bff/bulk/bulk-kind.ts";
import type { TargetView } from "#server/bff/contracts/contract-values.ts";
import { pauseItself } from "#server/bff/runs/run-context.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { currentFilters } from "#server/bff/views/view-state.ts";

/**
 * The view that a bulk change was started for. The view uses the pins and the access of the person who started the bulk
 * change, even if another person continues it. Undefined if the customers come from another source.
 */
export function targetViewOf({ source, actor }: Pick<StoredBulk, "source" | "actor">): TargetView | undefined {
  if (source.kind !== "view") return undefined;
  const { viewID, name, query } = source;
  return { viewID, name, query, staffID: actor.staffID };
}

/**
 * For each lease of a run, the filters of the view when the approval was last checked. Checking reads all rows, so it
 * is done again only if the filters have changed.
 */
const checkedFilters = new WeakMap<object, string | null>();

/** Pauses the run if it was approved and its view was edited or deleted after the approval. */
export async function requireViewApproval(work: BulkContext, phase: "first" | "running"): Promise<void> {
  const { services, run: bulk, lease } = work;
  const { environment, bulkID, source, actor } = bulk;
  if (source.kind !== "view") return;
  const current = await currentFilters(services, actor.staffID, source.viewID);
  if (checkedFilters.has(lease) && checkedFilters.get(lease) === current) return;
  const subject = { environment, kind: "bulk", subjectID: bulkID } as const;
  const latest = await services.store.approvals.latestOf(subject, services.clock.now());
  if (latest?.state === "approved") {
    const approvalSource = services.approvalSources.find(({ kind }) => kind === "bulk");
    if ((await approvalSource?.describe(environment, bulkID))?.digest !== latest.digest) {
      const message = `The view “${source.name}” was edited or deleted after the approval, so the approval no longer applies. Request a new one.`;
      await pauseItself(work, phase, { code: "approval_required", message });
    }
  }
  checkedFilters.set(lease, current);
}
