import { queryOptions } from "@tanstack/react-query";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import type { CallerCard } from "#lib/contract/console/caller-card.ts";
import type { ActivityList } from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { activitiesQuery, defaultActivitiesView } from "#lib/url-state/activities-view.ts";

type Read = (query: URLSearchParams, signal: AbortSignal) => Promise<CallerCard>;

/** The caller card of one environment. */
export function callerCardQueryOptions(
  environment: Environment,
  { by, value }: CallerSubject,
  read: Read = (query, signal) =>
    fetchJson<CallerCard>(
      api.callerCard(environment, query),
      { candidates: "array", reasons: "array", looked: "array", searched: "object" },
      { signal },
    ),
) {
  return pageQuery(
    [environment, "caller-card", by, value],
    (signal) => read(new URLSearchParams({ [by]: value }), signal),
    30_000,
  );
}

/** The newest of a customer's activities on the first page of the API's list, which has no sort order. */
export function lastActivityQueryOptions(environment: Environment, customerID: string) {
  return queryOptions({
    queryKey: [environment, "last-activity", customerID],
    async queryFn({ signal }) {
      const query = activitiesQuery(defaultActivitiesView, Date.now());
      const { activities } = await fetchJson<ActivityList>(
        api.activities(environment, customerID, query),
        { activities: "array", total: "number" },
        { signal },
      );
      return activities.toSorted((a, b) => ((a.at ?? "") < (b.at ?? "") ? 1 : -1))[0] ?? null;
    },
    staleTime: 30_000,
  });
}
