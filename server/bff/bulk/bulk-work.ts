import type { AppError } from "#lib/contract/app-error.ts";
import type { BulkReason, BulkState } from "#lib/contract/bulk.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { RunLease } from "./run-lease.ts";

/** What those who work on one bulk change share. */
export interface BulkWork {
  services: ContractServices;
  /** As it was when the lease was last seen in force. */
  bulk: StoredBulk;
  lease: RunLease;
  client: ApiClient;
  /** For reading, on behalf of the bulk change; ends with the run and when the console shuts down. */
  call: CallContext & { signal: AbortSignal };
}

/** Before each step of a run: throws RunEnded where it is not to go on. */
export async function requireHeld(work: BulkWork, state: BulkState): Promise<void> {
  const { services, lease, call } = work;
  call.signal.throwIfAborted();
  const bulk = lease.isInForce() ? await services.store.bulks.findHeld(lease, state) : null;
  if (!bulk) throw new RunEnded();
  work.bulk = bulk;
}

/** Errors that the next row would meet as well: going on would only do harm. */
const stopping: readonly ErrorCode[] = [
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "store_unavailable",
  "draining",
];

export const stopsAll = (code: string) => stopping.some((one) => one === code);

/** How many failures one after another stop a bulk change. */
export const maxFailuresInRow = 5;

/** Pauses the bulk with what stopped it; throws RunEnded. */
export async function pauseWith(
  { services, lease }: BulkWork,
  from: "checking" | "canary" | "running",
  reason: BulkReason,
): Promise<never> {
  services.log.warn({ bulkID: lease.bulkID, code: reason.code }, "bulk change paused by itself");
  await services.store.bulks.moveHeld(lease, [from], { state: "paused", pausedFrom: from, reason });
  throw new RunEnded();
}

/** An error as the reason of a pause. */
export function reasonOf({
  code,
  message,
  errors,
  retryAt,
}: Pick<AppError, "code" | "message" | "errors" | "retryAt">) {
  const words = [message, ...errors.map((error) => error.message)].join(" ");
  return { code, message: words, ...(retryAt === undefined ? {} : { retryAt }) };
}
