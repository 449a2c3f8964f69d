import { formatCount, formatPlural, type PluralForms } from "#lib/format/format-number.ts";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

/** A series within each bar; four at most. */
export interface BarSeries {
  key: string;
  name: string;
  /** A bar for several values together, or for none: it cannot be used as a filter. */
  isRest?: true;
}

/** One bar: a day, or whatever the chart is by. */
export interface Bar {
  key: string;
  /** The label on the axis: `3 Nov`. */
  axis: string;
  /** The full name, announced and shown in the tooltip: `Tuesday, 3 November 2026`. */
  name: string;
  /** One for each series. */
  counts: readonly number[];
  /** Whether all rows of this bar were counted. */
  counted: "whole" | "partly" | "not";
}

/** How a bar is chosen: by a link if there is one, otherwise by a function. */
export interface BarChoice {
  hrefOf?: ((bar: Bar) => string) | undefined;
  /** Called with a series if one was chosen, which is possible only in the table. */
  onChoose?: ((bar: Bar, series?: BarSeries) => void) | undefined;
  /** The key of the bar that is chosen already. */
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

/** A bar's accessible name: its name, its total, and its parts if there are several. */
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
