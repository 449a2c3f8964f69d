"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { Pager } from "#components/data-table/pager.tsx";
import { useDisplayedList } from "#components/data-table/use-displayed-list.ts";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { isSharedReason, usePageReadings } from "#components/ui/panel/use-page-readings.ts";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ActivityList } from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlaces, formatPlural } from "#lib/format/format-number.ts";
import type { ActivitiesView } from "#lib/url-state/activities-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { ActivitiesEmpty } from "./no-activities.tsx";
import { ActivitiesTable } from "./table.tsx";
import { activityForms, activitiesTexts as texts } from "./texts.ts";

interface ResultsProps {
  /** The customer that the activities belong to. */
  of: { environment: Environment; customerID: string };
  view: ActivitiesView;
  onView: (change: Partial<ActivitiesView>) => void;
  reading: Pick<UseQueryResult<ActivityList>, "data" | "error" | "isFetching">;
  onReload: () => void;
  signInHref: string;
}

/** The line above the rows, such as `1–25 of 212 activities`. Screen readers announce the line when it changes. */
function Summary({ list, reading }: { list: ActivityList | undefined; reading: boolean }) {
  const locale = useNumberLocale();
  if (!list) return reading ? texts.searching : texts.notRead;
  const { total, offset, activities } = list;
  const all = total === 0 ? texts.none : formatPlural(total, activityForms, locale);
  if (activities.length === 0) return all;
  return texts.placesOf(formatPlaces(offset, activities.length, locale), all);
}

/** The rows that the page's URL selects, with notices, empty states and errors. */
export function ActivitiesResults({ of, view, onView, reading, onReload, signInHref }: ResultsProps) {
  const { kept, outdated, problem } = useDisplayedList(view, reading);
  const list = kept?.list;
  const readings = usePageReadings();
  const isOutage = problem !== undefined && isSharedReason(readings, problem);
  const problemProps = problem && { problem, onRetry: onReload, retrying: reading.isFetching, signInHref };
  return (
    <KeepFocus>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-table">
        <p role="status" tabIndex={-1} {...keepFocusProps} className="rounded-small font-medium">
          <Summary list={outdated ? undefined : list} reading={reading.isFetching} />
        </p>
        {list?.pagedLocally && !outdated && <p className="text-fine text-ink-muted">{texts.pagedLocally}</p>}
      </div>
      {isOutage && !list && <p className="px-4 pb-3 text-ink-muted">{freshnessTexts.notLoaded}</p>}
      {problemProps && !isOutage && list && (
        <div className="px-3 pb-3">
          <ProblemPanel form="notice" {...problemProps}>
            {outdated ? texts.keptEarlier : texts.kept} <Timestamp value={list.asOf} detail="clock" />
          </ProblemPanel>
        </div>
      )}
      {problemProps && !isOutage && !list && <ProblemPanel {...problemProps} />}
      {!problem && !list && (
        <DataTableSkeleton columns={["w-60", "w-32", "w-36", "flex-1", "flex-2", "w-24"]} label={texts.loading} />
      )}
      {kept && list?.activities.length === 0 && (
        <div inert={outdated} className={classNames(outdated && "opacity-50")}>
          <ActivitiesEmpty {...of} view={kept.view} total={list.total} onView={onView} />
        </div>
      )}
      {list && list.activities.length > 0 && (
        <div className="border-line lg:border-t">
          <ActivitiesTable activities={list.activities} outdated={outdated} busy={outdated && reading.isFetching} />
          {list.total > pageSizes[0] && (
            <Pager
              label={texts.pager}
              total={list.total}
              limit={view.limit}
              offset={view.offset}
              pageSizes={pageSizes}
              onOffset={(offset) => onView({ offset })}
              onLimit={(limit) => onView({ limit })}
            />
          )}
        </div>
      )}
      {list?.envelope && (
        <details className="border-line border-t">
          <summary className="px-4 py-2 text-ink-muted text-table hover:text-ink">{texts.envelope}</summary>
          <RawRecord record={list.envelope} />
        </details>
      )}
    </KeepFocus>
  );
}
