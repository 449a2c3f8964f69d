import type { CallContext } from "#server/api-client/call-context.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/**
 * The client, and calls that belong to no one person: their answers serve everybody who looks just now,
 * so a page that is closed does not end them, and together they take one turn in the queue.
 */
export function sharedCalls(context: ApiContext<OverviewServices>) {
  const { client } = requestAPI(context);
  const call: CallContext = { requestID: context.requestID, caller: "overview" };
  return { client, call, memory: context.services.overviews[context.environment] };
}
