import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

/** What is told apart within each bar; four at most. */
export interface BarSeries {
  key: string;
  name: string;
  /** A bar of several values together, or of none: it cannot be used as a filter. */
  isRest?: true;
}

/** One bar: a day, or whatever the chart is by. */
export interface Bar {
  key: string;
  /** What stands on the axis: `3 Nov`. */
  axis: string;
  /** Its whole name, read out and shown in the tooltip: `Tuesday, 3 November 2026`. */
  name: string;
  /** One for each series. */
  counts: readonly number[];
  /** Where not all that belongs to it was counted, it says so. */
  counted: "whole" | "partly" | "not";
}

/** How a bar is chosen: by a link where there is one, otherwise by a function. */
export interface BarChoice {
  hrefOf?: ((bar: Bar) => string) | undefined;
  /** With a series where one was chosen too, which only the table offers. */
  onChoose?: ((bar: Bar, series?: BarSeries) => void) | undefined;
  /** The key of the bar that is chosen already. */
  chosen?: string | undefined;
}

export function totalOf(bar: Bar): number {
  return bar.counts.reduce((sum, count) => sum + count, 0);
}

/** What is known of a bar, in words: `12 activities`, `at least 3 activities`, `not counted`. */
export function totalText(bar: Bar, forms: PluralForms, locale: string | undefined): string {
  if (bar.counted === "not") return texts.uncounted;
  const total = formatPlural(totalOf(bar), forms, locale);
  return bar.counted === "partly" ? `${texts.atLeast} ${total}` : total;
}

/** A bar's spoken value: its name, its total, and its parts where there are several. */
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

/** The same bars with one series alone. */
export function pickSeries(bars: readonly Bar[], index: number): Bar[] {
  return bars.map((bar) => ({ ...bar, counts: bar.counts.map((count, at) => (at === index ? count : 0)) }));
}
