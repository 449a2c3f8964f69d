import type { BulkReason, BulkState } from "#lib/contract/bulk.ts";
import type { AppError, ErrorCode } from "#lib/contract/errors.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import type { Services } from "#server/bff/core/services.ts";
import { inFlightMs } from "#server/bff/operations/settle-write.ts";
import type { Lease } from "#server/bff/store/bulk/bulk-lease.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";

/** What those who work on one bulk change share. */
export interface BulkWork {
  services: Services;
  /** As it was when somebody held on to it last. */
  bulk: StoredBulk;
  lease: Lease;
  client: ApiClient;
  /** For reading, on behalf of the bulk change; ends when the console shuts down. */
  call: CallContext & { signal: AbortSignal };
}

/** Thrown where the work is no longer this replica's: paused, cancelled, or taken over. */
export class NotHeld extends Error {
  override readonly name = "NotHeld";
}

/** Holds on to the bulk for as long as one row can take; throws NotHeld where it is not to go on. */
export async function hold(work: BulkWork, state: BulkState): Promise<void> {
  const { services, lease, call } = work;
  call.signal.throwIfAborted();
  const untilMs = services.clock.now() + inFlightMs;
  const bulk = await services.store.bulks.hold(lease, state, untilMs);
  if (!bulk) throw new NotHeld();
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
export const mostFailuresInRow = 5;

/** Pauses the bulk with what stopped it; throws NotHeld. */
export async function pauseWith(
  { services, lease }: BulkWork,
  from: "checking" | "canary" | "running",
  reason: BulkReason,
): Promise<never> {
  services.log.warn({ bulkID: lease.bulkID, code: reason.code }, "bulk change paused by itself");
  await services.store.bulks.moveHeld(lease, [from], { state: "paused", pausedFrom: from, reason });
  throw new NotHeld();
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
