import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { frozenError } from "#server/bff/freezes/frozen-error.ts";
import type { CountedWrite } from "#server/bff/store/change-limits/change-limits.ts";
import type { FreezeUse } from "#server/bff/store/freezes/freeze-periods.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { Marked } from "#server/bff/store/operations/operations.ts";
import { changeLimitError } from "./change-limit-error.ts";

/** The reasons for which a write is held back until later. */
export const holds = ["freeze", "change-limit"] as const;

export type Hold = (typeof holds)[number];

export type HeldWrites = ReturnType<typeof createHeldWrites>;

/** Counts the writes that this process has held back, for the metrics. */
export function createHeldWrites() {
  const counts = new Map<string, { environment: Environment; hold: Hold; total: number }>();
  return {
    add(environment: Environment, hold: Hold): void {
      const key = `${environment} ${hold}`;
      const { total } = counts.get(key) ?? { total: 0 };
      counts.set(key, { environment, hold, total: total + 1 });
    },
    list: () => [...counts.values()],
  };
}

interface HeldServices extends Pick<CoreServices, "store"> {
  heldWrites: HeldWrites;
}

/** The error for a write that was not marked as sent, because a freeze or the change limit stops it. */
export function holdError(
  { heldWrites }: Pick<HeldServices, "heldWrites">,
  environment: Environment,
  { block, limit }: Pick<Marked, "block" | "limit">,
): AppError | undefined {
  if (!block && !limit) return undefined;
  heldWrites.add(environment, block ? "freeze" : "change-limit");
  return block ? frozenError(block) : limit && changeLimitError(limit);
}

/**
 * The error for a write that a freeze or the change limit stops now. Undefined if it may be sent. `on`: the transaction
 * of the caller.
 */
export async function findHold(
  services: HeldServices,
  { use, ...write }: CountedWrite & { use: FreezeUse },
  on?: Parameters<WriteGuard>[0],
): Promise<AppError | undefined> {
  const { freezes, changeLimits } = services.store;
  const block = await freezes.blockOf(write.environment, use, on);
  const limit = block || use === "revert" ? undefined : await changeLimits.blockOf(write, on);
  return holdError(services, write.environment, { block, limit });
}

/**
 * Throws if a freeze or the change limit stops a write. Used in the transaction that stores the decision about the
 * write: nothing is then stored, and the decision can be made again later.
 */
export async function assertNotHeldBack(
  services: HeldServices,
  write: CountedWrite,
  on: Parameters<WriteGuard>[0],
): Promise<void> {
  const error = await findHold(services, { ...write, use: "write" }, on);
  if (error) throw error;
}
