"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KnownActivityWords } from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { activitiesQueryOptions, activitySummaryQueryOptions } from "#lib/query/customers/activities.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { activitiesViewParams } from "#lib/url-state/activities-view.ts";
import { ActivitiesChart } from "./chart.tsx";
import { ActivitiesResults } from "./results.tsx";
import { activitiesTexts as texts } from "./texts.ts";
import { ActivitiesToolbar } from "./toolbar.tsx";
import { useActivitiesView } from "./use-activities-view.ts";

const nothingSeen: KnownActivityWords = { types: [], directions: [] };

/**
 * A customer's single activities: filters, chart and rows. The page's URL controls all three. The chart has its own
 * request. If that request fails, the rows remain.
 */
export function ActivitiesList({ environment, customerID }: { environment: Environment; customerID: string }) {
  const [view, onView] = useActivitiesView(environment, customerID);
  const rows = useQuery({ ...activitiesQueryOptions(environment, customerID, view), ...keepPageData });
  const chart = useQuery({ ...activitySummaryQueryOptions(environment, customerID, view), ...keepPageData });
  // While the next answer loads, keeps offering the filter values of the last answer.
  const [seen, setSeen] = useState(rows.data?.seen ?? nothingSeen);
  if (rows.data && rows.data.seen !== seen) setSeen(rows.data.seen);
  const reload = () => {
    if (!rows.isFetching) void rows.refetch();
    if (!chart.isFetching) void chart.refetch();
  };
  return (
    <section
      aria-label={texts.title}
      className="@container min-w-0 overflow-clip rounded-base border border-line bg-surface"
    >
      <div className="border-line border-b px-4 py-1.5">
        <ActivitiesToolbar view={view} onView={onView} seen={seen} />
      </div>
      <div className="border-line border-b empty:hidden">
        {(chart.data || !rows.error) && <ActivitiesChart view={view} onView={onView} reading={chart} />}
      </div>
      <ActivitiesResults
        of={{ environment, customerID }}
        view={view}
        onView={onView}
        reading={rows}
        onReload={reload}
        signInHref={pages.signIn(pages.customer(environment, customerID, activitiesViewParams(view)))}
      />
    </section>
  );
}
