import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { type PlannedView, plannedFilters } from "#lib/url-state/planned-view.ts";
import { plannedListOverHttp, whileOpenMs } from "./planned.ts";
import { plannedKey } from "./planned-key.ts";
import { isKnown } from "./run-polling.ts";

/** The maximum number of planned changes in one month of the calendar. One request cannot return more. */
export const maxInCalendar = 100;

/** The query for the calendar: the planned changes with a step on or after the day `from` and before the day `to`. */
export function plannedCalendarQuery(
  view: PlannedView,
  { from, to }: { from: string; to: string },
  zone: string,
): URLSearchParams {
  const params = plannedFilters(view);
  const startOf = (day: string) => readLocalTime(`${day}T00:00`, zone)?.readings[0]?.at ?? `${day}T00:00:00.000Z`;
  params.set("from", startOf(from));
  params.set("to", startOf(to));
  params.set("limit", String(maxInCalendar));
  return params;
}

/**
 * The planned changes with a step on or after the day `from` and before the day `to`. Days start at midnight in `zone`.
 */
export function plannedCalendarQueryOptions(
  environment: Environment,
  view: PlannedView,
  days: { from: string; to: string },
  zone: string,
) {
  const query = plannedCalendarQuery(view, days, zone);
  return queryOptions({
    queryKey: [...plannedKey(environment), "calendar", query.toString()],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) =>
      plannedListOverHttp(environment)(query, signal, isKnown(client, queryKey)),
    staleTime: 2_000,
    refetchInterval: whileAllowed(whileOpenMs),
  });
}
