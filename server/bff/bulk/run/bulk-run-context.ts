import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { BulkReason, BulkState } from "#lib/contract/operations/bulk.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { RunLease } from "#server/bff/operations/runs/run-lease.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";

/** The state that all steps of a run of one bulk change share. */
export interface BulkRunContext {
  services: ContractServices;
  /** The bulk change as read when the lease was last verified. */
  bulk: StoredBulk;
  lease: RunLease;
  client: ApiClient;
  /** For reads on behalf of the bulk change. Its signal aborts when the run ends or the console shuts down. */
  call: CallContext & { signal: AbortSignal };
}

/** Must be called before each step of a run. Throws RunEnded if the run must not continue. */
export async function assertLeaseHeld(work: BulkRunContext, state: BulkState): Promise<void> {
  const { services, lease, call } = work;
  call.signal.throwIfAborted();
  const bulk = lease.isInForce() ? await services.store.bulks.findHeld(lease, state) : null;
  if (!bulk) throw new RunEnded();
  work.bulk = bulk;
}

/** Pauses the bulk change with the cause, and throws RunEnded. */
export async function pauseBulkRun(
  { services, lease }: BulkRunContext,
  from: "checking" | "canary" | "running",
  reason: BulkReason,
): Promise<never> {
  services.log.warn({ bulkID: lease.runID, code: reason.code }, "bulk change paused by itself");
  await services.store.bulks.moveHeld(lease, [from], { state: "paused", pausedFrom: from, reason });
  throw new RunEnded();
}

/** An error as the reason of a pause. */
export function bulkReasonOf({
  code,
  message,
  errors,
  retryAt,
}: Pick<AppError, "code" | "message" | "errors" | "retryAt">) {
  const words = [message, ...errors.map((error) => error.message)].join(" ");
  return { code, message: words, ...(retryAt === undefined ? {} : { retryAt }) };
}
