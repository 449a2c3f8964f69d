import type { ActivityList, ActivityListQuery } from "#lib/contract/activity.ts";
import { beginningOfTime } from "#lib/customers-view.ts";
import { type ApiContext, apiOf } from "./api-context.ts";

/**
 * A page of a customer's activities. The specification names no default window for them, so one is
 * always sent: everything, where the request names no beginning.
 */
export async function listActivities({
  context,
  customerID,
  input,
}: {
  context: ApiContext;
  customerID: string;
  input: ActivityListQuery;
}): Promise<ActivityList> {
  const { client, call } = apiOf(context);
  const { datefrom = beginningOfTime, dateto } = input;
  const page = await client.listActivities(customerID, { ...input, datefrom }, call);
  const window = { datefrom, ...(dateto ? { dateto } : {}), defaulted: input.datefrom === undefined };
  return { ...page, window };
}
