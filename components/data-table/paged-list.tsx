"use client";

import type { ColumnDef, RowData } from "@tanstack/react-table";
import { type ReactNode, useId } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Freshness } from "#components/ui/freshness.tsx";
import { freshnessTexts } from "#components/ui/freshness-texts.ts";
import { KeepFocus, keepsFocus } from "#components/ui/keep-focus.tsx";
import { ProblemPanel } from "#components/ui/problem-panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { PluralForms } from "#lib/format/format-number.ts";
import { type PageView, pageSizes } from "#lib/url-state/page-view.ts";
import { DataTable } from "./data-table.tsx";
import { DataTableSkeleton } from "./data-table-skeleton.tsx";
import type { DataTableFeatures } from "./features.ts";
import { ListSummary, PastTheEnd } from "./list-summary.tsx";
import { Pager } from "./pager.tsx";
import { useKeptList } from "./use-kept-list.ts";

interface Envelope {
  total: number;
  offset: number;
  asOf: string;
  stale?: true | undefined;
  pagedLocally?: true | undefined;
}

/** What a list says of itself: its name, and what stands there where it has no row at all. */
export interface ListTexts {
  title: string;
  pager: string;
  loading: string;
  empty: string;
  emptyReason: string;
}

interface PagedListProps<List extends Envelope, Row extends RowData> {
  texts: ListTexts;
  /** What its rows are called. */
  forms: PluralForms;
  view: PageView;
  onView: (change: Partial<PageView>) => void;
  reading: { data: List | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  rowsOf: (list: List) => readonly Row[];
  rowID: (row: Row) => string;
  // biome-ignore lint/suspicious/noExplicitAny: a table's columns differ in the type of their values
  columns: readonly ColumnDef<DataTableFeatures, Row, any>[];
  skeletonColumns: readonly string[];
  /** In place of rows where there is none at all; the list's texts say so by themselves. */
  empty?: ReactNode;
  signInHref: string;
}

/** A list that the API only pages, without order or filter: its rows, their age, and the way through its pages. */
export function PagedList<List extends Envelope, Row extends RowData>(props: PagedListProps<List, Row>) {
  const { texts, forms, view, onView, reading, rowsOf, signInHref } = props;
  const summaryID = useId();
  const { kept, outdated, problem } = useKeptList(view, reading);
  const list = kept?.list;
  const reload = () => {
    if (!reading.isFetching) reading.refetch();
  };
  const problemProps = problem && { problem, onRetry: reload, retrying: reading.isFetching, signInHref };
  const rows = list ? rowsOf(list) : [];
  const empty = props.empty ?? <EmptyState title={texts.empty}>{texts.emptyReason}</EmptyState>;
  return (
    <section aria-label={texts.title}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p id={summaryID} role="status" tabIndex={-1} {...keepsFocus} className="min-h-5 rounded-small text-table">
            <ListSummary
              list={outdated ? undefined : list}
              reading={reading.isFetching}
              rows={rows.length}
              forms={forms}
            />
          </p>
          <Freshness answer={list} reloading={reading.isFetching} onReload={reload} />
        </div>
        {problemProps && list && (
          <ProblemPanel form="notice" {...problemProps}>
            {freshnessTexts.kept} <Timestamp value={list.asOf} detail="clock" /> <ZoneName />
          </ProblemPanel>
        )}
        {!problem && !list && <DataTableSkeleton columns={props.skeletonColumns} label={texts.loading} />}
        {(problem || list) && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {problemProps && !list && <ProblemPanel {...problemProps} />}
            {list && rows.length === 0 && list.total === 0 && empty}
            {list && rows.length === 0 && list.total > 0 && (
              <PastTheEnd
                total={list.total}
                limit={view.limit}
                forms={forms}
                onOffset={(offset) => onView({ offset })}
              />
            )}
            {list && rows.length > 0 && (
              <>
                <DataTable
                  caption={texts.title}
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
                  label={texts.pager}
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
