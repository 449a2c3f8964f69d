"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import { formatCount, formatPercent, formatPlural } from "#lib/format/format-number.ts";
import { customersCovered, overviewTexts as texts } from "./texts.ts";

interface ValuesTableProps {
  member: "plan" | "term";
  window: OverviewWindow;
  answer: OverviewValue<"plans">;
}

const head = "pb-1 font-normal text-fine text-ink-muted";

/** New customers by plan or term. A table with a bar beside each number. */
export function ValuesTable({ member, window, answer }: ValuesTableProps) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const { looked, total } = answer.coverage;
  return (
    <div className="px-4 py-3">
      {answer.values.length === 0 ? (
        <p className="text-ink-muted">{texts.noValueRows}</p>
      ) : (
        <table className="w-full table-fixed text-table">
          <thead>
            <tr>
              <th scope="col" className={`${head} w-2/5 text-start`}>
                {texts[member]}
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
                    <ContractValue member={member} value={value} />
                  )}
                </th>
                <td className="py-1 text-end">{count(customers)}</td>
                <td className="py-1 text-end text-ink-muted">{formatPercent(customers / looked, 0, locale)}</td>
                <td className="py-1 ps-3">
                  <svg aria-hidden className="h-2.5 w-full rounded-small text-series-1">
                    {/* The full length of the bar means all customers. */}
                    <rect width="100%" height="100%" rx="2" fill="currentColor" fillOpacity="0.15" />
                    <rect
                      width={`${Math.round((customers / looked) * 1_000) / 10}%`}
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
      {looked < total && (
        <p className="mt-2 text-fine text-ink-muted">
          {customersCovered(answer.coverage, window, count, (value) => formatPlural(value, customerForms, locale))}
        </p>
      )}
    </div>
  );
}
