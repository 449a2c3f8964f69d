import type { CallList } from "#lib/contract/calls/call.ts";
import type { CallListQuery } from "#lib/contract/calls/call-requests.ts";
import { type CallContext, createCallViews, findCalls, recordOf } from "./find-calls.ts";

/** A page of the API calls of this process, newest first. This request sends nothing to the API. */
export async function listCalls({
  context,
  input: { limit, offset, ...filters },
}: {
  context: CallContext;
  input: CallListQuery;
}): Promise<CallList> {
  const found = findCalls(context, filters).reverse();
  const page = found.slice(offset, offset + limit);
  const view = await createCallViews(context, page);
  const asOf = new Date(context.services.clock.now()).toISOString();
  const address = context.services.clients.get(context.environment)?.address ?? "";
  return { calls: page.map(view), total: found.length, limit, offset, asOf, record: recordOf(context), address };
}
