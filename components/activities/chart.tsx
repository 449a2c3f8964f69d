"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { BarChart } from "#components/ui/chart/bar-chart.tsx";
import type { Bar, BarSeries } from "#components/ui/chart/bar-chart-model.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { RotateCw } from "#components/ui/icon/icons.tsx";
import { problemText } from "#components/ui/panel/problem-texts.ts";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import type { ActivitySummary } from "#lib/contract/customers/activity.ts";
import { type DayBar, dayBars } from "#lib/day-bars.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import type { ActivitiesView } from "#lib/url-state/activities-view.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import { chartSeries, groupChartDays } from "./chart-series.ts";
import { directionIcon } from "./directions.tsx";
import { activityForms, coverageText, chartTexts as texts } from "./texts.ts";

interface ChartProps {
  view: ActivitiesView;
  onView: (change: Partial<ActivitiesView>) => void;
  reading: Pick<UseQueryResult<ActivitySummary>, "data" | "error" | "isFetching" | "refetch">;
}

const keyOf = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;

function DirectionIcon({ series }: { series: BarSeries }) {
  const Icon = directionIcon(series.key);
  return series.key === "…" ? null : <Icon aria-hidden className="size-3.5 shrink-0" />;
}

const isWhole = ({ coverage: { looked, total } }: ActivitySummary) => looked >= total;

/**
 * True if all activities are on a single day. In that case the rows need less space than a chart, so no chart is shown,
 * unless the person has chosen days.
 */
const isOneDay = (summary: ActivitySummary) =>
  isWhole(summary) && summary.days.length === 1 && summary.withoutDay === 0;

function barsOf(summary: ActivitySummary): { series: BarSeries[]; bars: DayBar[] } {
  const { series, places } = chartSeries(summary);
  const { datefrom, dateto } = summary.window;
  const isAllTime = datefrom === earliestDate;
  // A complete summary without a date range ends at its last day. All other charts end at the last day of the range, or
  // today.
  const lastDay = isAllTime && isWhole(summary) ? summary.days.at(-1)?.day : undefined;
  const bars = dayBars({
    counts: groupChartDays(summary, series, places),
    coverage: summary.coverage,
    from: isAllTime ? undefined : datefrom,
    to: dateto ?? lastDay ?? summary.asOf.slice(0, 10),
  });
  return { series, bars };
}

function Coverage({ summary }: { summary: ActivitySummary }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const plural = (value: number) => formatPlural(value, activityForms, locale);
  return (
    <>
      {coverageText(summary.coverage, summary.order, count, plural)}{" "}
      {summary.withoutDay > 0 && `${texts.withoutDay(summary.withoutDay)} `}
      {texts.days}
    </>
  );
}

/** Activities by day and direction. Pressing a bar limits the rows below to the days of the bar. */
export function ActivitiesChart({ view, onView, reading }: ChartProps) {
  const { data: summary, error, isFetching } = reading;
  const dayName = useDayNames();
  const made = useMemo(() => summary && barsOf(summary), [summary]);
  if (!summary || !made) {
    if (!error) return <ChartSkeleton />;
    const problem = shownProblem(error);
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-table">
        <p>
          <span className="font-medium">{texts.failed}:</span> {problemText(problem.code).title}. {problem.detail}
        </p>
        <Button aria-disabled={isFetching} onClick={() => !isFetching && void reading.refetch()}>
          <RotateCw aria-hidden className={isFetching ? "size-3.5 animate-spin" : "size-3.5"} />
          {texts.reload}
        </Button>
      </div>
    );
  }
  if (summary.coverage.looked === 0 || (isOneDay(summary) && !view.days)) return null;
  if (made.bars.length === 0) {
    return (
      <p className="px-4 py-3 text-ink-muted text-table">
        {texts.nothing} {texts.withoutDay(summary.withoutDay)}
      </p>
    );
  }
  const days = new Map(made.bars.map((bar) => [keyOf(bar), { from: bar.from, to: bar.to }]));
  const bars = made.bars.map((bar): Bar => {
    const { from, to, counts, counted } = bar;
    return { key: keyOf(bar), axis: dayName(from, from, "short"), name: dayName(from, to, "long"), counts, counted };
  });
  const chosen = view.days && keyOf(view.days);
  return (
    <BarChart
      label={texts.label}
      barName={texts.barName}
      series={made.series}
      bars={bars}
      forms={activityForms}
      only={view.direction === "" ? undefined : view.direction}
      onOnly={(direction = "") => onView({ direction })}
      iconOf={(series) => <DirectionIcon series={series} />}
      chosen={chosen}
      onChoose={(bar, series) => {
        if (series) onView({ days: days.get(bar.key), direction: series.key });
        else onView({ days: bar.key === chosen ? undefined : days.get(bar.key) });
      }}
    >
      <Coverage summary={summary} />
    </BarChart>
  );
}

const heights = ["h-10", "h-20", "h-14", "h-24", "h-8", "h-16"] as const;

/** A placeholder in the shape of the chart. It appears only if loading takes noticeable time. */
export function ChartSkeleton() {
  return (
    <div className="animate-late px-4 py-3">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <div aria-hidden className="flex h-41 items-end gap-2 ps-9 pb-8">
        {[...heights, ...heights].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, so an index is stable
          <div key={index} className={`flex-1 animate-pulse rounded-small bg-sunken ${height}`} />
        ))}
      </div>
    </div>
  );
}
