import type {
  Activity,
  ActivityList,
  ActivityListQuery,
  ActivitySummaryQuery,
} from "#lib/contract/customers/activity.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import type { ActivityServices } from "./activity-services.ts";

function withFormattedNumbers(activity: Activity): Activity {
  const { from = "", to = "" } = activity;
  const fromFormatted = formatPhone(from);
  const toFormatted = formatPhone(to);
  return { ...activity, ...(fromFormatted && { fromFormatted }), ...(toFormatted && { toFormatted }) };
}

/**
 * A page of a customer's activities. The specification defines no default window for activities, so a window is always
 * sent. If the request has no start, the window begins at the earliest date.
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
  const { client, call } = requestAPI(context);
  const window = activityWindow(input);
  const page = await client.listActivities(customerID, { ...input, datefrom: window.datefrom }, call);
  const wordMemory = context.services.seenActivities[context.environment];
  wordMemory.note(page.activities);
  return { ...page, activities: page.activities.map(withFormattedNumbers), window, seen: wordMemory.words() };
}

/** The days that a query covers. Without a start, the window begins at the earliest date. */
export function activityWindow({ datefrom, dateto }: ActivitySummaryQuery): ActivityList["window"] {
  return {
    datefrom: datefrom ?? earliestDate,
    ...(dateto ? { dateto } : {}),
    defaulted: datefrom === undefined,
  };
}
