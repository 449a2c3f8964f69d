import type { CallContext } from "#server/api-client/call-context.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { OverviewServices } from "./overview-services.ts";

/**
 * The client, and a call context that is not bound to one person. Everybody who opens the overview at this time shares
 * the API's answers. Closing the page does not abort the calls. In the queue, all these calls count as one caller.
 */
export function sharedCalls(context: ApiContext<OverviewServices>) {
  const { client } = requestAPI(context);
  const call: CallContext = { requestID: context.requestID, caller: "overview" };
  return { client, call, memory: context.services.overviews[context.environment] };
}
