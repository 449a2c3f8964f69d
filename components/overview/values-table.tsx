"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import type { OverviewValue, OverviewWindow } from "#lib/contract/overview.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { customersCovered, overviewTexts as texts } from "./texts.ts";

interface ValuesTableProps {
  /** "Plan" */
  name: string;
  window: OverviewWindow;
  answer: OverviewValue<"plans">;
}

const head = "pb-1 font-normal text-fine text-ink-muted";

/** New customers by plan or term: a table whose bars are drawn beside its figures. */
export function ValuesTable({ name, window, answer }: ValuesTableProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const most = Math.max(...answer.values.map((value) => value.count), 1);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="px-4 py-3">
      {answer.values.length === 0 ? (
        <p className="pb-2 text-ink-muted">{texts.noValueRows}</p>
      ) : (
        <table className="w-full table-fixed text-table">
          <thead>
            <tr>
              <th scope="col" className={`${head} w-2/5 text-start`}>
                {name}
              </th>
              <th scope="col" className={`${head} w-18 text-end`}>
                {texts.customers}
              </th>
              <th scope="col" className={`${head} w-12 text-end`}>
                {texts.share}
              </th>
              <td className="w-auto" />
            </tr>
          </thead>
          <tbody>
            {answer.values.map(({ value, count: customers }) => (
              <tr key={value ?? ""}>
                <th scope="row" className="truncate py-1 text-start font-normal">
                  {value === undefined ? (
                    <span className="text-ink-muted">{texts.noValue}</span>
                  ) : (
                    <bdi title={value}>{value}</bdi>
                  )}
                </th>
                <td className="py-1 text-end">{count(customers)}</td>
                <td className="py-1 text-end text-ink-muted">{percent.format(customers / answer.coverage.looked)}</td>
                <td className="py-1 ps-3">
                  <svg aria-hidden className="h-2.5 w-full text-series-1">
                    <rect
                      width={`${Math.round((customers / most) * 1_000) / 10}%`}
                      height="100%"
                      rx="2"
                      fill="currentColor"
                      className="forced-colors:fill-[CanvasText]"
                    />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2 text-fine text-ink-muted">
        {customersCovered(answer.coverage, window, count, (value) => formatPlural(value, customerForms, locale))}
      </p>
    </div>
  );
}
