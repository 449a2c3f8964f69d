"use client";

import Link from "next/link";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { formatCount, type PluralForms } from "#lib/format/format-number.ts";
import { type Bar, type BarChoice, type BarSeries, totalOf, totalText } from "./bar-chart-model.ts";
import { barChartTexts as texts } from "./bar-chart-texts.ts";

interface BarTableProps extends BarChoice {
  label: string;
  /** The heading of the table's first column, such as "Day (UTC)". */
  barName: string;
  series: readonly BarSeries[];
  bars: readonly Bar[];
  forms: PluralForms;
}

const press = "rounded-small px-1 -mx-1 text-accent hover:underline";
const head = "sticky top-0 z-1 h-8 border-line border-b bg-surface px-3 font-medium text-ink-muted";
const cell = "h-7 border-line border-b px-3 group-last:border-b-0";

/** The chart's figures as a table. A person can select a row as in the chart, and also a single series of a row. */
export function BarTable({ label, barName, series, bars, forms, hrefOf, onChoose, chosen }: BarTableProps) {
  const locale = useNumberLocale();
  const rows = bars.filter((bar) => totalOf(bar) > 0 || bar.counted !== "whole").toReversed();
  const parts = series.length > 1 ? series : [];
  return (
    <>
      <div className="max-h-72 scroll-pt-9 overflow-auto rounded-base border border-line">
        <table className="w-full border-separate border-spacing-0 text-table">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className={classNames(head, "text-start")}>
                {barName}
              </th>
              {parts.map(({ key, name }) => (
                <th key={key} scope="col" className={classNames(head, "text-end")}>
                  <bdi className="block first-letter:uppercase">{name}</bdi>
                </th>
              ))}
              <th scope="col" className={classNames(head, "text-end")}>
                {texts.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((bar) => (
              <tr key={bar.key} className="group hover:bg-accent-soft/60 aria-selected:bg-accent-soft">
                <th scope="row" className={classNames(cell, "text-start font-normal")}>
                  {hrefOf ? (
                    <Link href={hrefOf(bar)} prefetch={false} className={press}>
                      {bar.name}
                    </Link>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={bar.key === chosen}
                      onClick={() => onChoose?.(bar)}
                      className={classNames(press, "min-h-6 text-start aria-pressed:font-medium")}
                    >
                      {bar.name}
                    </button>
                  )}
                </th>
                {parts.map((one, index) => {
                  const count = bar.counts[index] ?? 0;
                  return (
                    <td key={one.key} className={classNames(cell, "text-end")}>
                      {count > 0 && onChoose && !one.isRest && (
                        <button
                          type="button"
                          aria-label={`${bar.name}, ${one.name}: ${formatCount(count, locale)}`}
                          onClick={() => onChoose(bar, one)}
                          className={classNames(press, "min-h-6 min-w-6 text-end")}
                        >
                          {formatCount(count, locale)}
                        </button>
                      )}
                      {count > 0 && (!onChoose || one.isRest) && formatCount(count, locale)}
                    </td>
                  );
                })}
                <td className={classNames(cell, "text-end")}>
                  {bar.counted === "whole" ? formatCount(totalOf(bar), locale) : totalText(bar, forms, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < bars.length && <p className="mt-1 text-fine text-ink-muted">{texts.emptyLeftOut}</p>}
    </>
  );
}
