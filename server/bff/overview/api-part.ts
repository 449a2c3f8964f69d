import type { OverviewValue } from "#lib/contract/overview.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/** How the API fares as this process sees it. Member by member: nothing that is added to the status gets out by itself. */
export async function apiHealth(context: ApiContext): Promise<OverviewValue<"api">> {
  const { breaker, pausedUntil, token, queue, latency, lastAnswerAt, repeats, merged, stale, ...status } =
    apiOf(context).client.status();
  const requests = Object.entries(status.requests)
    .map(([outcome, count]) => ({ outcome, count }))
    .toSorted((a, b) => b.count - a.count);
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  const { state, renewing, obtainedAt, renewAt, expiresAt } = token;
  return {
    asOf: new Date(context.services.clock.now()).toISOString(),
    coverage: { looked: total, total },
    ...(latency === undefined ? {} : { latency }),
    requests,
    breaker: { state: breaker.state, ...(breaker.retryAt === undefined ? {} : { retryAt: breaker.retryAt }) },
    ...(pausedUntil === undefined ? {} : { pausedUntil }),
    token: {
      state,
      renewing,
      ...(obtainedAt === undefined ? {} : { obtainedAt }),
      ...(renewAt === undefined ? {} : { renewAt }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
    queue: { running: queue.running, waiting: queue.waiting },
    repeats,
    merged,
    servedStale: stale,
    ...(lastAnswerAt === undefined ? {} : { lastAnswerAt }),
  };
}
