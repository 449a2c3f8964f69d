import type { Activity, ActivitySummary, ActivitySummaryQuery } from "#lib/contract/customers/activity.ts";
import { staleMembers } from "#lib/contract/list.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { countByDay } from "#server/bff/core/count-by-day.ts";
import type { ActivityServices } from "./activity-services.ts";
import { activityWindow } from "./list-activities.ts";

/** The maximum number of pages that are read. A page has 100 activities, and 500 activities are enough for a chart. */
const maxPages = 5;

/**
 * Counts a customer's activities by UTC day and direction. The API cannot count, so a limited number of pages is read.
 * `coverage` has the number of rows read and the total. If a later page fails, reading stops and the result is marked
 * as incomplete.
 */
export async function summariseActivities({
  context,
  customerID,
  input,
}: {
  context: ApiContext<ActivityServices>;
  customerID: string;
  input: ActivitySummaryQuery;
}): Promise<ActivitySummary> {
  const { services, environment, signal } = context;
  const { client, call } = requestAPI(context);
  const window = activityWindow(input);
  const query = { datefrom: window.datefrom, dateto: input.dateto, type: input.type, limit: maxLimit };
  const readPage = (offset: number) => client.listActivities(customerID, { ...query, offset }, call);

  const first = await readPage(0);
  const rows = [...first.activities];
  let { asOf, total } = first;
  let age = first;
  for (let page = 1; page < maxPages && rows.length === page * maxLimit && rows.length < total; page += 1) {
    const next = await readPage(page * maxLimit).catch(() => undefined);
    signal.throwIfAborted();
    if (next === undefined) break;
    rows.push(...next.activities);
    total = next.total;
    if (next.asOf < asOf) asOf = next.asOf;
    if (next.stale) age = next;
  }
  services.seenActivities[environment].note(rows);
  const counted = eachOnce(rows);
  return {
    asOf,
    ...staleMembers(age),
    coverage: { looked: counted.length, total: Math.max(total, counted.length) },
    window,
    ...countByDay(counted.map(({ at, direction = "" }) => ({ at, series: direction }))),
  };
}

/**
 * Removes duplicate rows. If the list grows during the reading, the last rows of a page appear again on the next page.
 */
function eachOnce(rows: readonly Activity[]): Activity[] {
  const activityIDs = new Set<string>();
  return rows.filter(({ activityID }) => {
    if (activityID === undefined) return true;
    if (activityIDs.has(activityID)) return false;
    activityIDs.add(activityID);
    return true;
  });
}
