"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, startTransition, useOptimistic } from "react";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { plannedForms, listTexts as texts } from "#components/planned/texts.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { plannedListQueryOptions } from "#lib/query/operations/planned.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { type PlannedView, plannedViewParams } from "#lib/url-state/planned-view.ts";
import { plannedColumns, plannedRowMenu } from "./columns.tsx";
import { PlannedFilters } from "./filters.tsx";
import { NoPlanned } from "./no-planned.tsx";
import { usePlannedView } from "./use-planned-view.ts";

const PlannedCalendar = lazyPart(() => import("./calendar.tsx").then((module) => module.PlannedCalendar));

const layouts = (["list", "calendar"] as const).map((value) => ({ value, label: texts.layouts[value] }));

interface PlannedChangesProps {
  environment: Environment;
  /** The actions of the page. */
  actions: ReactNode;
}

/** The planned changes of an environment, as a list or on a calendar. */
export function PlannedChanges({ environment, actions }: PlannedChangesProps) {
  const [view, change] = usePlannedView(environment);
  const reading = useQuery({ ...plannedListQueryOptions(environment, view), ...keepPageData });
  // The URL changes slightly later. Meanwhile the page already shows the chosen layout.
  const [layout, showLayout] = useOptimistic(view.layout);
  const choose = (chosen: PlannedView["layout"]) =>
    startTransition(() => {
      showLayout(chosen);
      change({ layout: chosen });
    });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader title={texts.title} note={texts.intro} actions={actions} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PlannedFilters view={view} change={change} companyName={reading.data?.planned[0]?.companyName} />
        <div className="print:hidden">
          <Segmented legend={texts.layout} value={layout} options={layouts} onChange={choose} />
        </div>
      </div>
      {view.layout === "calendar" ? (
        <PlannedCalendar environment={environment} view={view} change={change} />
      ) : (
        <PagedList
          texts={texts}
          forms={plannedForms}
          view={view}
          onView={change}
          reading={reading}
          rowsOf={(list) => list.planned}
          rowID={(planned) => planned.plannedChangeID}
          card="max-sm:h-[93px]"
          columns={plannedColumns}
          name="planned"
          menu={plannedRowMenu}
          empty={<NoPlanned environment={environment} view={view} change={change} />}
          signInHref={pages.signIn(pages.planned(environment, plannedViewParams(view)))}
        />
      )}
    </div>
  );
}
