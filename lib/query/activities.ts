import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import {
  type ActivitiesChartView,
  type ActivitiesView,
  activitiesQuery,
  activitySummaryQuery,
} from "#lib/url-state/activities-view.ts";
import {
  type ActivityList,
  type ActivitySummary,
  activityListSchema,
  activitySummarySchema,
} from "../contract/activity.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";

/** How something is read: over HTTP in the browser, by the BFF's own operation on the server. */
type Read<Answer> = (query: URLSearchParams, signal: AbortSignal) => Promise<Answer>;

/** One page of a customer's activities; the days that a relative window means are worked out at the request. */
export function activitiesQueryOptions(
  environment: Environment,
  customerID: string,
  view: ActivitiesView,
  read: Read<ActivityList> = (query, signal) =>
    fetchJson(api.activities(environment, customerID, query), activityListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "activities", customerID, view],
    queryFn: ({ signal }) => read(activitiesQuery(view, Date.now()), signal),
    staleTime: 30_000,
  });
}

/** A customer's activities by day and direction, for the chart. */
export function activitySummaryQueryOptions(
  environment: Environment,
  customerID: string,
  { window, type }: ActivitiesChartView,
  read: Read<ActivitySummary> = (query, signal) =>
    fetchJson(api.activitySummary(environment, customerID, query), activitySummarySchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "activity-summary", customerID, { window, type }],
    queryFn: ({ signal }) => read(activitySummaryQuery({ window, type }, Date.now()), signal),
    staleTime: 30_000,
  });
}
