"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ChartColumn, Table2 } from "#components/ui/icon/icons.tsx";
import type { PluralForms } from "#lib/format/format-number.ts";
import { type Bar, type BarChoice, type BarSeries, pickSeries } from "./bar-chart-model.ts";
import { PatternDefinitions, PatternSwatch } from "./bar-chart-patterns.tsx";
import { Plot, type PlotSize } from "./bar-chart-plot.tsx";
import { BarTable } from "./bar-chart-table.tsx";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

interface BarChartProps extends BarChoice {
  /** The name of the chart, such as "Activities by day". */
  label: string;
  /** The heading of the table's first column, such as "Day (UTC)". */
  barName: string;
  series: readonly BarSeries[];
  bars: readonly Bar[];
  /** The noun for the rows that are counted. */
  forms: PluralForms;
  /** The key of the only series that is shown. Undefined if all series are shown. */
  only?: string | undefined;
  /**
   * Called when the person chooses in the legend to see one series or all. If undefined, the legend offers no choice.
   */
  onOnly?: ((key: string | undefined) => void) | undefined;
  /** The icon of a series in the legend. It is between the pattern and the name. */
  iconOf?: ((series: BarSeries) => ReactNode) | undefined;
  /** The height of the plot. */
  size?: PlotSize;
  /** Text below the chart, such as the coverage and the time zone. */
  children?: ReactNode;
}

interface LegendProps extends Pick<BarChartProps, "series" | "only" | "onOnly" | "iconOf"> {
  chartID: string;
  /** True if not all bars were counted completely. */
  hasUncounted: boolean;
}

function Legend({ chartID, series, only, onOnly, iconOf, hasUncounted }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-1 gap-y-1 text-fine">
      {series.map((one, index) => {
        const look = (
          <>
            <PatternSwatch chartID={chartID} look={index} />
            {iconOf?.(one)}
            <bdi className="block truncate first-letter:uppercase">{one.name}</bdi>
          </>
        );
        return (
          <li key={one.key} className="flex min-w-0 max-w-full">
            {onOnly && !one.isRest ? (
              <button
                type="button"
                aria-pressed={only === one.key}
                onClick={() => onOnly(only === one.key ? undefined : one.key)}
                className="flex h-6 min-w-0 items-center gap-1.5 rounded-small border border-transparent px-1.5 hover:bg-sunken aria-pressed:border-accent/35 aria-pressed:bg-accent-soft aria-pressed:text-accent forced-colors:aria-pressed:border-[Highlight]"
              >
                <span className="sr-only">{texts.onlySeries} </span>
                {look}
              </button>
            ) : (
              <span className="flex h-6 min-w-0 items-center gap-1.5 px-1.5">{look}</span>
            )}
          </li>
        );
      })}
      {hasUncounted && (
        <li className="flex h-6 items-center gap-1.5 px-1.5">
          <PatternSwatch chartID={chartID} look="uncounted" />
          {texts.notWhole}
        </li>
      )}
    </ul>
  );
}

/**
 * A chart of stacked bars, with one part per series. The series differ by pattern and colour. A person can select a
 * bar, and can show the chart as a table.
 */
export function BarChart(props: BarChartProps) {
  const { label, barName, series, bars, forms, only, onOnly, iconOf, size, children, hrefOf, onChoose, chosen } = props;
  const chartID = `chart${useId()}`;
  const [asTable, setAsTable] = useState(false);
  const alone = series.findIndex(({ key }) => key === only);
  const shown = alone < 0 ? bars : pickSeries(bars, alone);
  const choice = { hrefOf, onChoose, chosen };
  const hasUncounted = shown.some(({ counted }) => counted !== "whole");
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <figure aria-label={label} className="relative flex flex-col gap-2 px-4 py-3">
      <PatternDefinitions chartID={chartID} />
      {(series.length > 1 || hasUncounted) && (
        <Legend chartID={chartID} {...{ series, only, iconOf, onOnly, hasUncounted }} />
      )}
      {asTable ? (
        <BarTable label={label} barName={barName} series={series} bars={shown} forms={forms} {...choice} />
      ) : (
        <Plot chartID={chartID} label={label} series={series} bars={shown} forms={forms} size={size} {...choice} />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-72 py-1 text-fine text-ink-muted">{children}</p>
        <Button variant="quiet" className="-mx-3.25 -my-1 print:hidden" onClick={() => setAsTable(!asTable)}>
          <Icon aria-hidden className="size-3.5" />
          {asTable ? texts.asChart : texts.asTable}
        </Button>
      </div>
    </figure>
  );
}
