"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Freshness } from "#components/ui/freshness.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { SeenActivityWords } from "#lib/contract/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { activitiesQueryOptions, activitySummaryQueryOptions } from "#lib/query/activities.ts";
import { activitiesViewParams } from "#lib/url-state/activities-view.ts";
import { ActivitiesChart } from "./chart.tsx";
import { ActivitiesResults } from "./results.tsx";
import { activitiesTexts as texts } from "./texts.ts";
import { ActivitiesToolbar } from "./toolbar.tsx";
import { useActivitiesView } from "./use-activities-view.ts";

interface ActivitiesPanelProps {
  environment: Environment;
  customerID: string;
}

// What came with the page stands, rows or error, however the two clocks differ.
const asItCame = { refetchOnMount: false, retryOnMount: false } as const;

const nothingSeen: SeenActivityWords = { types: [], directions: [] };

/**
 * What happened to a customer: filters, chart and rows, all of it as the page's URL says. The chart is
 * read by itself, and its failure leaves the rows as they are.
 */
export function ActivitiesPanel({ environment, customerID }: ActivitiesPanelProps) {
  const [view, onView] = useActivitiesView(environment, customerID);
  const rows = useQuery({ ...activitiesQueryOptions(environment, customerID, view), ...asItCame });
  const chart = useQuery({ ...activitySummaryQueryOptions(environment, customerID, view), ...asItCame });
  // Offered on while the next answer is awaited.
  const [seen, setSeen] = useState(rows.data?.seen ?? nothingSeen);
  if (rows.data && rows.data.seen !== seen) setSeen(rows.data.seen);
  const reload = () => {
    if (!rows.isFetching) void rows.refetch();
    if (!chart.isFetching) void chart.refetch();
  };
  return (
    <Panel
      title={texts.title}
      tools={
        <Freshness
          answer={rows.data}
          reloading={rows.isFetching || chart.isFetching}
          onReload={reload}
          reloadLabel={texts.reload}
        />
      }
    >
      <ActivitiesToolbar view={view} onView={onView} seen={seen} />
      <div className="border-line border-b empty:hidden">
        {(chart.data || !rows.error) && <ActivitiesChart view={view} onView={onView} reading={chart} />}
      </div>
      <ActivitiesResults
        view={view}
        onView={onView}
        reading={rows}
        onReload={reload}
        signInHref={pages.signIn(pages.customer(environment, customerID, activitiesViewParams(view)))}
      />
    </Panel>
  );
}
