"use client";

import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { BarChart } from "#components/ui/chart/bar-chart.tsx";
import type { Bar } from "#components/ui/chart/bar-chart-model.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import type { OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { dayBars } from "#lib/day-bars.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { chartTexts, customersCovered, emptyWindowTexts, partlyCountedText, overviewTexts as texts } from "./texts.ts";

interface NewCustomersProps {
  environment: Environment;
  window: OverviewWindow;
  onWindow: (window: OverviewWindow) => void;
  answer: OverviewValue<"customersByDay">;
}

const series = [{ key: "", name: chartTexts.series }] as const;

/** New customers by UTC day. Each bar links to the customers of its day or days. */
export function NewCustomers({ environment, window, onWindow, answer }: NewCustomersProps) {
  const locale = useNumberLocale();
  const dayName = useDayNames();
  const days = useMemo(
    () =>
      dayBars({
        // A chart needs one series even if there are no rows.
        counts: { ...answer, series: [""], days: answer.days },
        coverage: answer.coverage,
        from: answer.window.datefrom,
        to: answer.asOf.slice(0, 10),
      }),
    [answer],
  );
  const count = (value: number) => formatCount(value, locale);
  const plural = (value: number) => formatPlural(value, customerForms, locale);
  if (answer.coverage.total === 0) {
    return (
      <EmptyState
        title={emptyWindowTexts.title(window)}
        actions={window !== "90d" && <Button onClick={() => onWindow("90d")}>{texts.widen}</Button>}
      >
        {answer.allTime !== undefined && `${plural(answer.allTime)} ${texts.inAll}.`}
      </EmptyState>
    );
  }
  const bars = days.map(({ from, to, counts, counted }): Bar => {
    return {
      key: `${from} ${to}`,
      axis: dayName(from, from, "short"),
      name: dayName(from, to, "long"),
      counts,
      counted,
    };
  });
  return (
    <BarChart
      label={chartTexts.label}
      barName={chartTexts.barName}
      series={series}
      bars={bars}
      forms={customerForms}
      size="tall"
      hrefOf={({ key }) => {
        const [datefrom = "", dateto = ""] = key.split(" ");
        const view = { ...defaultCustomersView, window: { datefrom, dateto } };
        return pages.customers(environment, customersViewParams(view));
      }}
    >
      {customersCovered(answer.coverage, window, count, plural, answer.order)}{" "}
      {answer.coverage.looked < answer.coverage.total && `${partlyCountedText} `}
      {answer.allTime !== undefined && `${plural(answer.allTime)} ${texts.inAll}. `}
      {texts.days}
    </BarChart>
  );
}
