import type { ApiStatus } from "#lib/contract/api-status.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";

/**
 * The state of the API as this process sees it. The members are listed one by one, so that a new member of the status
 * is not published by accident.
 */
export async function getApiStatus({ context }: { context: ApiContext }): Promise<ApiStatus> {
  const {
    breaker,
    pausedUntil,
    availability,
    retryAt,
    token,
    queue,
    latency,
    lastAnswerAt,
    repeats,
    merged,
    stale,
    failedInRow,
    pausedResources,
    recentErrors,
    retryBudget,
    ...status
  } = requestAPI(context).client.status();
  const requests = Object.entries(status.requests)
    .map(([outcome, count]) => ({ outcome, count }))
    .toSorted((a, b) => b.count - a.count);
  const { state, renewing, obtainedAt, renewAt, expiresAt } = token;
  return {
    asOf: new Date(context.services.clock.now()).toISOString(),
    ...(latency === undefined ? {} : { latency }),
    requests,
    failedInRow,
    breaker: { state: breaker.state, ...(breaker.retryAt === undefined ? {} : { retryAt: breaker.retryAt }) },
    ...(pausedUntil === undefined ? {} : { pausedUntil }),
    pausedResources,
    recentErrors,
    retryBudget: Math.floor(retryBudget),
    availability,
    ...(retryAt === undefined ? {} : { retryAt }),
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
