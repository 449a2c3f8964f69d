import type { Environment } from "#lib/contract/environment.ts";
import type { UsualTime } from "#lib/contract/operation.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { OperationKind } from "#server/bff/store/operations/operation-rows.ts";

/** How many of the newest writes count, and how many it takes to speak of a habit. */
const mostWrites = 500;
const leastWrites = 5;

/** How long writes of a kind usually take in an environment, by those that succeeded; undefined while there are few. */
export async function usualTime(
  { follows }: Pick<ConsoleStore, "follows">,
  environment: Environment,
  kind: OperationKind,
): Promise<UsualTime | undefined> {
  const tookMs = await follows.tookMs(environment, kind, mostWrites);
  if (tookMs.length < leastWrites) return undefined;
  tookMs.sort((a, b) => a - b);
  const below = (share: number) => tookMs[Math.ceil(tookMs.length * share) - 1] ?? 0;
  return { count: tookMs.length, p50Ms: below(0.5), p95Ms: below(0.95) };
}
