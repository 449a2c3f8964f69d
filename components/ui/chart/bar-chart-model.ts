import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

/** One series of a chart. Each bar has a part for each series, four at most. */
export interface BarSeries {
  key: string;
  name: string;
  /** True for a series that adds up several values, or that has no value. It cannot be used as a filter. */
  isRest?: true;
}

/** One bar of the chart, such as a day. */
export interface Bar {
  key: string;
  /** The label on the axis: `3 Nov`. */
  axis: string;
  /** The full name, which is announced and shown in the tooltip: `Tuesday, 3 November 2026`. */
  name: string;
  /** One count for each series. */
  counts: readonly number[];
  /** Whether the API's rows for this bar were all counted, counted in part, or not counted. */
  counted: "whole" | "partly" | "not";
}

/** How a person chooses a bar. With `hrefOf` each bar is a link. Otherwise each bar is a button. */
export interface BarChoice {
  hrefOf?: ((bar: Bar) => string) | undefined;
  /** Called with a series if the person chose one. Only the table lets them choose a series. */
  onChoose?: ((bar: Bar, series?: BarSeries) => void) | undefined;
  /** The key of the chosen bar, if there is one. */
  chosen?: string | undefined;
}

export function totalOf(bar: Bar): number {
  return bar.counts.reduce((sum, count) => sum + count, 0);
}

/** The total of a bar in words: `12 activities`, `at least 3 activities`, `not counted`. */
export function totalText(bar: Bar, forms: PluralForms, locale: string | undefined): string {
  if (bar.counted === "not") return texts.uncounted;
  const total = formatPlural(totalOf(bar), forms, locale);
  return bar.counted === "partly" ? `${texts.atLeast} ${total}` : total;
}

/** A bar's accessible name: its name, its total, and the counts of its parts if it has several. */
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

/** Copies the bars with the counts of only one series. */
export function pickSeries(bars: readonly Bar[], index: number): Bar[] {
  return bars.map((bar) => ({ ...bar, counts: bar.counts.map((count, at) => (at === index ? count : 0)) }));
}
