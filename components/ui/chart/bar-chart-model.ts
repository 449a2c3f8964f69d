import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

/** A series of the chart. Each bar has one part per series, four at most. */
export interface BarSeries {
  key: string;
  name: string;
  /**
   * True if the series sums up several values, or stands for rows without a value. Such a series cannot be used as a
   * filter.
   */
  isRest?: true;
}

/** One bar of the chart, such as a day. */
export interface Bar {
  key: string;
  /** The label on the axis, such as `3 Nov`. */
  axis: string;
  /** The full name for screen readers and the tooltip, such as `Tuesday, 3 November 2026`. */
  name: string;
  /** One count for each series. */
  counts: readonly number[];
  /** How many of the bar's rows were counted. `whole`: all rows. `partly`: some rows. `not`: no rows. */
  counted: "whole" | "partly" | "not";
}

/** How a person selects a bar. If `hrefOf` is set, each bar is a link. Otherwise each bar is a button. */
export interface BarChoice {
  hrefOf?: ((bar: Bar) => string) | undefined;
  /** Called when the person selects a bar. In the table, the person can also select one `series` of a bar. */
  onChoose?: ((bar: Bar, series?: BarSeries) => void) | undefined;
  /** The key of the selected bar, if there is one. */
  chosen?: string | undefined;
}

export function totalOf(bar: Bar): number {
  return bar.counts.reduce((sum, count) => sum + count, 0);
}

/** The total of a bar in words, such as `12 activities`, `at least 3 activities` or `not counted`. */
export function totalText(bar: Bar, forms: PluralForms, locale: string | undefined): string {
  if (bar.counted === "not") return texts.uncounted;
  const total = formatPlural(totalOf(bar), forms, locale);
  return bar.counted === "partly" ? `${texts.atLeast} ${total}` : total;
}

/** The accessible name of a bar: its name and its total. If the bar has several parts, also the count of each part. */
export function barSummary(
  bar: Bar,
  series: readonly BarSeries[],
  forms: PluralForms,
  locale: string | undefined,
): string {
  const parts = series.flatMap(({ name }, index) => {
    const count = bar.counts[index] ?? 0;
    return count > 0 && series.length > 1 ? `${name} ${formatCount(count, locale)}` : [];
  });
  return [`${bar.name}: ${totalText(bar, forms, locale)}`, ...parts].join(", ");
}

/** Returns copies of the bars that contain only the counts of one series. */
export function pickSeries(bars: readonly Bar[], index: number): Bar[] {
  return bars.map((bar) => ({ ...bar, counts: bar.counts.map((count, at) => (at === index ? count : 0)) }));
}
