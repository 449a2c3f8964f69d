import type { CallContext } from "#server/api-client/perform-call.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/**
 * The client, and calls that belong to no one person: their answers serve everybody who looks just now,
 * so nobody's leaving ends them, and together they take one turn in the queue.
 */
export function sharedCalls(context: ApiContext) {
  const { client } = apiOf(context);
  const call: CallContext = { requestID: context.requestID, caller: "overview" };
  return { client, call, memory: context.services.overviews[context.environment] };
}
