import type { ActivityList, ActivityListQuery, ActivitySummaryQuery } from "#lib/contract/activity.ts";
import { earliestDate } from "#lib/url-state/customers-view.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import type { ActivityServices } from "./activity-services.ts";

/**
 * A page of a customer's activities. The specification names no default window for them, so one is
 * always sent: everything, where the request names no beginning.
 */
export async function listActivities({
  context,
  customerID,
  input,
}: {
  context: ApiContext<ActivityServices>;
  customerID: string;
  input: ActivityListQuery;
}): Promise<ActivityList> {
  const { client, call } = apiOf(context);
  const window = activityWindow(input);
  const page = await client.listActivities(customerID, { ...input, datefrom: window.datefrom }, call);
  const seen = context.services.seenActivities[context.environment];
  seen.note(page.activities);
  return { ...page, window, seen: seen.words() };
}

/** The days that a query means: from the beginning where it names none. */
export function activityWindow({ datefrom, dateto }: ActivitySummaryQuery): ActivityList["window"] {
  return {
    datefrom: datefrom ?? earliestDate,
    ...(dateto ? { dateto } : {}),
    defaulted: datefrom === undefined,
  };
}
