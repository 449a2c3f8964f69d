import type { CallContext } from "#server/api-client/call-context.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/**
 * The client, and a context for calls that belong to no single person: everybody who opens the overview now shares
 * their answers. A closed page does not abort them, and together they take one turn in the queue.
 */
export function sharedCalls(context: ApiContext<OverviewServices>) {
  const { client } = requestAPI(context);
  const call: CallContext = { requestID: context.requestID, caller: "overview" };
  return { client, call, memory: context.services.overviews[context.environment] };
}
