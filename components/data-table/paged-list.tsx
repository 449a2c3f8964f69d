"use client";

import type { ColumnDef, RowData } from "@tanstack/react-table";
import { type ReactNode, useId } from "react";
import { Freshness } from "#components/ui/freshness.tsx";
import { freshnessTexts } from "#components/ui/freshness-texts.ts";
import { KeepFocus, keepsFocus } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { type PageView, pageSizes } from "#lib/page-view.ts";
import { DataTable } from "./data-table.tsx";
import { DataTableSkeleton } from "./data-table-skeleton.tsx";
import type { DataTableFeatures } from "./features.ts";
import { Pager } from "./pager.tsx";
import { useKeptList } from "./use-kept-list.ts";

interface Envelope {
  total: number;
  offset: number;
  asOf: string;
  stale?: true | undefined;
}

interface PagedListProps<List extends Envelope, Row extends RowData> {
  title: string;
  view: PageView;
  onView: (change: Partial<PageView>) => void;
  reading: { data: List | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  rowsOf: (list: List) => readonly Row[];
  rowID: (row: Row) => string;
  // biome-ignore lint/suspicious/noExplicitAny: a table's columns differ in the type of their values
  columns: readonly ColumnDef<DataTableFeatures, Row, any>[];
  skeletonColumns: readonly string[];
  /** `1–25 of 212 jobs`, read out when it changes; undefined while it is read. */
  summary: (list: List | undefined) => ReactNode;
  loadingLabel: string;
  pagerLabel: string;
  /** In place of rows where there are none. */
  empty: (list: List) => ReactNode;
  signInHref: string;
}

/** A list that the API only pages, without order or filter: its rows, their age, and the way through its pages. */
export function PagedList<List extends Envelope, Row extends RowData>(props: PagedListProps<List, Row>) {
  const { title, view, onView, reading, rowsOf, empty, summary, signInHref } = props;
  const summaryID = useId();
  const { kept, outdated, problem } = useKeptList(view, reading);
  const list = kept?.list;
  const reload = () => {
    if (!reading.isFetching) reading.refetch();
  };
  const problemProps = problem && { problem, onRetry: reload, retrying: reading.isFetching, signInHref };
  const rows = list ? rowsOf(list) : [];
  return (
    <section aria-label={title}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p id={summaryID} role="status" tabIndex={-1} {...keepsFocus} className="min-h-5 rounded-small text-table">
            {summary(outdated ? undefined : list)}
          </p>
          <Freshness answer={list} reloading={reading.isFetching} onReload={reload} />
        </div>
        {problemProps && list && (
          <ProblemPanel form="notice" {...problemProps}>
            {freshnessTexts.kept} <Timestamp value={list.asOf} detail="clock" /> <ZoneName />
          </ProblemPanel>
        )}
        {!problem && !list && <DataTableSkeleton columns={props.skeletonColumns} label={props.loadingLabel} />}
        {(problem || list) && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {problemProps && !list && <ProblemPanel {...problemProps} />}
            {list && rows.length === 0 && empty(list)}
            {list && rows.length > 0 && (
              <>
                <DataTable
                  caption={title}
                  columns={props.columns}
                  rows={rows}
                  rowID={props.rowID}
                  total={list.total}
                  limit={view.limit}
                  offset={view.offset}
                  outdated={outdated}
                  busy={outdated && reading.isFetching}
                />
                <Pager
                  label={props.pagerLabel}
                  total={list.total}
                  limit={view.limit}
                  offset={view.offset}
                  pageSizes={pageSizes}
                  onOffset={(offset) => {
                    onView({ offset });
                    window.scrollTo(0, 0);
                  }}
                  onLimit={(limit) => onView({ limit })}
                />
              </>
            )}
          </div>
        )}
      </KeepFocus>
    </section>
  );
}
