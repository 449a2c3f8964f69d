"use client";

import { BarChart } from "#components/ui/chart/bar-chart.tsx";
import type { Bar, BarSeries } from "#components/ui/chart/bar-chart-model.ts";
import { Count, useNumberLocale } from "#components/ui/count.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { CountedCustomers, OverviewValue } from "#lib/contract/console/overview.ts";
import { mergeUncounted } from "#lib/day-bars.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatCount, formatPercent } from "#lib/format/format-number.ts";
import { allCustomersTexts as texts } from "./texts.ts";

type Answer = OverviewValue<"allCustomers">;

/** The maximum number of plans with their own series in the chart. */
const maxSeries = 3;

/** The number of customers for each plan or for each term, as a table. */
function Values({ member, now }: { member: "plan" | "term"; now: CountedCustomers }) {
  const locale = useNumberLocale();
  return (
    <table className="w-full table-fixed text-table">
      <caption className="pb-1 text-start font-medium">{member === "plan" ? texts.byPlan : texts.byTerm}</caption>
      <tbody>
        {now[`${member}s`].map(({ value, count }) => (
          <tr key={value ?? ""}>
            <th scope="row" className="truncate py-0.5 text-start font-normal">
              {value === undefined ? (
                <span className="text-ink-muted">{texts.notKnown}</span>
              ) : (
                <ContractValue member={member} value={value} />
              )}
            </th>
            <td className="w-20 py-0.5 text-end">{formatCount(count, locale)}</td>
            <td className="w-14 py-0.5 text-end text-ink-muted">{formatPercent(count / now.customers, 0, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of customers of each plan. The empty key counts customers without a plan. */
const countsOf = (counted: CountedCustomers) =>
  new Map(counted.plans.map(({ value = "", count }) => [value, count] as const));

const isWhole = ({ known, total }: CountedCustomers) => total === undefined || known >= total;

/** The bars, one per week. Consecutive weeks without a count are merged into one shaded bar. */
function weekBars(weeks: Answer["weeks"], plans: readonly string[], dayName: ReturnType<typeof useDayNames>): Bar[] {
  const bars = weeks.map(({ monday, counted }): Bar => {
    const counts = counted ? countsOf(counted) : new Map<string, number>();
    const own = plans.map((plan) => counts.get(plan) ?? 0);
    const others = (counted?.customers ?? 0) - own.reduce((sum, count) => sum + count, 0);
    return {
      key: monday,
      axis: dayName(monday, monday, "short"),
      name: dayName(monday, monday, "long"),
      counts: [...own, others],
      counted: counted === undefined ? "not" : isWhole(counted) ? "whole" : "partly",
    };
  });
  return mergeUncounted(bars, (first, last) => ({ ...first, name: `${first.name.split(" – ")[0]} – ${last.name}` }));
}

/** All active customers by plan and by term, the total number of users, and the customers of each week. */
export function AllCustomers({ answer: { now, weeks } }: { answer: Answer }) {
  const locale = useNumberLocale();
  const dayName = useDayNames();
  if (!now) return null;
  const count = (value: number) => formatCount(value, locale);
  const plans = now.plans.flatMap(({ value }) => value ?? []).slice(0, maxSeries);
  const series: BarSeries[] = [
    ...plans.map((plan) => ({ key: plan, name: contractValueName("plan", plan) })),
    { key: "", name: texts.others, isRest: true as const },
  ];
  const bars = weekBars(weeks, plans, dayName);
  const hasGaps = bars.some(({ counted }) => counted !== "whole");
  return (
    <>
      <div className="px-4 py-3">
        <dl className="flex flex-wrap gap-x-12">
          <div>
            <dt className="text-fine text-ink-muted">{texts.customers}</dt>
            <dd>
              <span className="font-semibold text-display">{count(now.customers)}</span>
              {now.total !== undefined && !isWhole(now) && (
                <span className="block text-fine text-ink-muted">
                  {texts.partly(count(now.known), count(now.total))}
                </span>
              )}
            </dd>
          </div>
          {now.withUsers > 0 && (
            <div>
              <dt className="text-fine text-ink-muted">{texts.users}</dt>
              <dd>
                <span className="font-semibold text-display">{count(now.users)}</span>
                {now.withUsers < now.customers && (
                  <span className="block text-fine text-ink-muted">
                    {texts.usersOf} <Count value={now.withUsers} forms={customerForms} />
                  </span>
                )}
              </dd>
            </div>
          )}
        </dl>
        {now.customers > 0 && (
          <div className="mt-4 grid gap-x-6 gap-y-5 sm:grid-cols-2">
            <Values member="plan" now={now} />
            <Values member="term" now={now} />
          </div>
        )}
      </div>
      {weeks.length > 1 && (
        <div className="border-line border-t">
          <BarChart label={texts.weeks} barName={texts.week} series={series} bars={bars} forms={customerForms}>
            {hasGaps && texts.gaps}
          </BarChart>
        </div>
      )}
      <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">
        {texts.counted} <Timestamp value={now.at} detail="minute" />,{" "}
        {now.total === undefined ? texts.ofKnown(count(now.known)) : texts.ofAll(count(now.known), count(now.total))}{" "}
        {weeks.length < 2 && texts.oneWeek}
      </p>
    </>
  );
}
