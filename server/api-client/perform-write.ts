import type { Environment } from "#lib/contract/environment.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { ClientMetrics } from "#server/api-client/resilience/client-metrics.ts";
import type { RetryBudget } from "#server/api-client/resilience/retry-budget.ts";
import { attemptsFor } from "#server/api-client/resilience/retry-policy.ts";
import type { CallTrails } from "#server/api-client/transport/call-trails.ts";
import type { ApiRequest } from "#server/api-client/transport/exchange.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { CallContext } from "./call-context.ts";
import type { SendRequest } from "./send-request.ts";

/** A write, and whether it may be sent again. */
export interface WriteRequest<Result> extends ApiRequest<Result> {
  method: Exclude<ApiRequest<Result>["method"], "GET">;
  /**
   * `never`: the write is sent again only if the API cannot have processed it (no byte was sent, 401, 429).
   * `like-a-read`: the write is retried like a GET. `before` is called before each retry.
   */
  repeat: "never" | "like-a-read";
  /**
   * Called before each retry, but not before the first attempt. Reads the data that the write depends on. Throws an
   * AppError if that data has changed, which ends the write.
   */
  before?: () => Promise<void>;
}

/**
 * Performs one write and returns its result. Never throws. `call` must not have a browser's signal: aborting a sent
 * write would make its outcome unknown.
 */
export type PerformWrite = <Result>(request: WriteRequest<Result>, call: CallContext) => Promise<WriteResult<Result>>;

/**
 * Statuses which mean that nothing was changed. Any other 4xx, especially 408 and 499, may come from a proxy that
 * stopped waiting for the API.
 */
const refusals = new Set([
  400, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 426, 428, 431, 451,
]);

type Ending = Exclude<WriteResult<never>["outcome"], "accepted">;

/** The outcome of a request that may have reached the API and failed with this error. */
function endingOf(error: unknown): Ending {
  if (!isAppError(error)) return "unknown";
  if (error.code === "upstream_rate_limited") return "not-sent";
  const isRefusal = error.code === "upstream_refused" && refusals.has(error.upstreamStatus ?? 0);
  return isRefusal ? "rejected" : "unknown";
}

/**
 * Creates the function behind every write of the client (endpoints/writes.ts; specification, section 7). `onSettled` is
 * called after each write, because reads that are still running may then be outdated.
 */
export function createPerformWrite(options: {
  environment: Environment;
  sendRequest: SendRequest;
  budget: RetryBudget;
  figures: ClientMetrics;
  trails: CallTrails;
  onSettled: () => void;
}): PerformWrite {
  const { environment, sendRequest, budget, figures, trails, onSettled } = options;

  return async function performWrite(request, call) {
    figures.count("writes");
    budget.deposit();
    let ending: Ending = "not-sent";
    const trail = trails.begin(call);
    const mayRepeat = () => request.repeat === "like-a-read" || ending === "not-sent";
    try {
      const { value, head } = await sendRequest(request, trail, {
        attemptsFor: (error) => (mayRepeat() ? attemptsFor(error) : 1),
        beforeRetry: request.before,
        onFailure: (error, mayHaveArrived) => {
          // An unknown outcome remains unknown. Even if a later attempt is refused, the API may have processed an
          // earlier attempt.
          if (ending !== "unknown") ending = mayHaveArrived ? endingOf(error) : "not-sent";
        },
      });
      return { outcome: "accepted", value, status: head.status };
    } catch (error) {
      if (isAppError(error)) {
        trails.held(trail, request, error.code);
        return { outcome: ending, error };
      }
      return { outcome: ending, error: call.signal?.aborted ? upstreamErrors.givenUp(environment) : unexpected(error) };
    } finally {
      onSettled();
    }
  };
}

function unexpected(cause: unknown): AppError {
  return new AppError("internal", "An unexpected error occurred while the API was called.", { cause });
}
