"use client";

import Link from "next/link";
import { BarChart } from "#components/ui/chart/bar-chart.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { SmallTable } from "#components/ui/panel/small-table.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useClockNames } from "#components/ui/time/use-clock-names.ts";
import type { CallSummary } from "#lib/contract/calls/call.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { type CallsView, callsViewParams, parseCallsView } from "#lib/url-state/calls-view.ts";
import { callTexts, requestForms, callsTexts as texts } from "./texts.ts";

export interface SummaryProps {
  environment: Environment;
  view: CallsView;
  summary: CallSummary;
}

/** Links to the calls that a row of the summary counts. Keeps the current filters. */
function Narrowed({
  environment,
  view,
  change,
  children,
}: Omit<SummaryProps, "summary"> & { change: Record<string, string | undefined>; children: string }) {
  const entries = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const params = callsViewParams({ ...view, offset: 0, ...parseOnly(entries) });
  return (
    <Link
      href={pages.calls(environment, params)}
      prefetch={false}
      className="font-mono text-accent text-fine wrap-anywhere hover:underline"
    >
      {children}
    </Link>
  );
}

/**
 * Parses URL parameters as filters. Drops invalid parameters, because a path or an error code comes from the API and is
 * not trusted.
 */
function parseOnly(entries: [string, string][]): Partial<CallsView> {
  const { method, path, error } = parseCallsView(new URLSearchParams(entries));
  return { ...(method && { method }), ...(path && { path }), ...(error && { error }) };
}

function Rate({ summary: { minutes } }: { summary: CallSummary }) {
  const nameOf = useClockNames();
  return (
    <Panel title={texts.rate}>
      <div className="px-4 py-3">
        <BarChart
          label={texts.rate}
          barName={texts.minute}
          forms={requestForms}
          size="small"
          series={[
            { key: "answered", name: texts.answered },
            { key: "failed", name: texts.failed },
          ]}
          bars={minutes.map(({ at, attempts, errors }) => ({
            key: at,
            axis: nameOf(at),
            name: nameOf(at),
            counts: [attempts - errors, errors],
            counted: "whole",
          }))}
        >
          {texts.lastHour}
        </BarChart>
      </div>
    </Panel>
  );
}

/** Details about the calls: the rate, the errors by kind and path, and the durations by path. */
export function SummaryDetails(props: SummaryProps) {
  const { environment, view, summary } = props;
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const ms = (value: number | undefined) => value !== undefined && callTexts.ms(count(value));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <SmallTable
          title={texts.errorGroups}
          empty={texts.noErrorGroups}
          columns={[
            { name: texts.request },
            { name: texts.error },
            { name: texts.count, isNumber: true },
            { name: texts.last },
          ]}
          rows={summary.errorGroups.map(({ error, status, method, path, count: calls, lastAt }) => ({
            key: `${error} ${status} ${method} ${path}`,
            header: (
              <Narrowed environment={environment} view={view} change={{ error, method, path }}>
                {`${method} ${path}`}
              </Narrowed>
            ),
            cells: [
              <span key="error" className="inline-block first-letter:uppercase">
                {status === undefined ? outcomeName(error) : `${outcomeName(error)}, ${status}`}
              </span>,
              count(calls),
              <Timestamp key="last" value={lastAt} detail="clock" />,
            ],
          }))}
        />
        <Rate summary={summary} />
      </div>
      <SmallTable
        title={texts.paths}
        empty={texts.noPaths}
        columns={[
          { name: texts.request },
          { name: texts.count, isNumber: true },
          { name: texts.errorColumn, isNumber: true },
          { name: texts.typical, isNumber: true },
          { name: texts.slow, isNumber: true },
        ]}
        rows={summary.paths.map(({ method, path, count: calls, errors, p50Ms, p95Ms }) => ({
          key: `${method} ${path}`,
          header: (
            <Narrowed environment={environment} view={view} change={{ method, path }}>
              {`${method} ${path}`}
            </Narrowed>
          ),
          cells: [count(calls), count(errors), ms(p50Ms), ms(p95Ms)],
        }))}
      />
    </div>
  );
}
