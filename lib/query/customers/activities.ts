import type { ActivityList, ActivitySummary } from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import {
  type ActivitiesChartView,
  type ActivitiesView,
  activitiesQuery,
  activitySummaryQuery,
} from "#lib/url-state/activities-view.ts";

/** How data are read. The browser reads them over HTTP; the server calls the BFF's operation directly. */
type Read<Answer> = (query: URLSearchParams, signal: AbortSignal) => Promise<Answer>;

/**
 * One page of a customer's activities. A relative window is converted to dates when the request is sent, so the request
 * always contains dates.
 */
export function activitiesQueryOptions(
  environment: Environment,
  customerID: string,
  view: ActivitiesView,
  read: Read<ActivityList> = (query, signal) =>
    fetchJson<ActivityList>(
      api.activities(environment, customerID, query),
      { activities: "array", total: "number", window: "object" },
      { signal },
    ),
) {
  return pageQuery(
    [environment, "activities", customerID, view],
    (signal) => read(activitiesQuery(view, Date.now()), signal),
    30_000,
  );
}

/** A customer's activities by day and direction, for the chart. */
export function activitySummaryQueryOptions(
  environment: Environment,
  customerID: string,
  { window, type }: ActivitiesChartView,
  read: Read<ActivitySummary> = (query, signal) =>
    fetchJson<ActivitySummary>(
      api.activitySummary(environment, customerID, query),
      { coverage: "object", window: "object" },
      { signal },
    ),
) {
  return pageQuery(
    [environment, "activity-summary", customerID, { window, type }],
    (signal) => read(activitySummaryQuery({ window, type }, Date.now()), signal),
    30_000,
  );
}

/** The number of activities that match a view. */
export async function countActivities(
  environment: Environment,
  customerID: string,
  view: ActivitiesView,
  signal: AbortSignal,
): Promise<number> {
  const query = activitiesQuery({ ...view, offset: 0 }, Date.now());
  query.set("limit", "1");
  const path = api.activities(environment, customerID, query);
  return (await fetchJson<ActivityList>(path, { activities: "array", total: "number" }, { signal })).total;
}
