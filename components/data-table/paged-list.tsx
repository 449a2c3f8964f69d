"use client";

import type { ColumnDef, RowData } from "@tanstack/react-table";
import { type ReactNode, useId } from "react";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { freshnessTexts } from "#components/ui/panel/freshness-texts.ts";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { PluralForms } from "#lib/format/format-number.ts";
import type { PageView } from "#lib/url-state/page-view.ts";
import { columnWidths, DataTableSkeleton } from "./data-table-skeleton.tsx";
import type { DataTableFeatures } from "./features.ts";
import { ListSummary, OffsetPastEnd } from "./list-summary.tsx";
import { useOptionalColumns } from "./optional-columns.tsx";
import { PagedTable } from "./paged-table.tsx";
import type { RowMenu } from "./row-menu.tsx";
import { useDisplayedList } from "./use-displayed-list.ts";

interface Envelope {
  total: number;
  offset: number;
  asOf: string;
  stale?: true | undefined;
  retryAt?: string | undefined;
  pagedLocally?: true | undefined;
}

/** The texts of a list, including those for an empty list. */
export interface ListTexts {
  title: string;
  pager: string;
  loading: string;
  empty: string;
  emptyReason: string;
}

interface PagedListProps<List extends Envelope, Row extends RowData> {
  /** The name of the list in the person's preferences. Needed if the list has columns that are hidden by default. */
  name?: string;
  texts: ListTexts;
  /** The noun for the rows, such as "job" and "jobs". */
  forms: PluralForms;
  view: PageView;
  onView: (change: Partial<PageView>) => void;
  reading: { data: List | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  rowsOf: (list: List) => readonly Row[];
  rowID: (row: Row) => string;
  // biome-ignore lint/suspicious/noExplicitAny: the columns of a table have values of different types
  columns: readonly ColumnDef<DataTableFeatures, Row, any>[];
  /** Returns the content of a row's menu. */
  menu?: RowMenu<Row>;
  /** Shown instead of rows if the list is empty. Default: an empty state with the list's own texts. */
  empty?: ReactNode;
  /** The action in the default empty state. */
  emptyAction?: ReactNode;
  signInHref: string;
  /** The class for the height of a card on a phone while the list loads. */
  card?: string;
}

/**
 * Shows one page of a list that cannot be sorted, with the number of rows and a pager. If a reload fails, shows the age
 * of the rows.
 */
export function PagedList<List extends Envelope, Row extends RowData>(props: PagedListProps<List, Row>) {
  const { texts, forms, view, onView, reading, rowsOf, signInHref } = props;
  const summaryID = useId();
  const { kept, outdated, problem } = useDisplayedList(view, reading);
  const list = kept?.list;
  const { columns, menu: columnsMenu } = useOptionalColumns(props.name ?? "", props.columns);
  const reload = () => {
    if (!reading.isFetching) reading.refetch();
  };
  const problemProps = problem && { problem, onRetry: reload, retrying: reading.isFetching, signInHref };
  const rows = list ? rowsOf(list) : [];
  const isEmpty = list?.total === 0;
  const empty = props.empty || (
    <EmptyState title={texts.empty} actions={props.emptyAction}>
      {texts.emptyReason}
    </EmptyState>
  );
  return (
    <section aria-label={texts.title}>
      <KeepFocus className="flex flex-col gap-2">
        {/* Above an empty list this line is only for screen readers, because the empty state is visible. */}
        <div className={isEmpty ? "sr-only focus-within:not-sr-only" : "flex min-h-7 items-center"}>
          <p
            id={summaryID}
            role="status"
            tabIndex={-1}
            {...keepFocusProps}
            className="min-h-5 rounded-small text-table"
          >
            <ListSummary
              list={outdated ? undefined : list}
              reading={reading.isFetching}
              rows={rows.length}
              forms={forms}
            />
          </p>
          {!isEmpty && columnsMenu}
        </div>
        {problemProps && list && (
          <ProblemPanel form="notice" {...problemProps}>
            {freshnessTexts.kept} <Timestamp value={list.asOf} detail="clock" />
          </ProblemPanel>
        )}
        {!problem && !list && (
          <DataTableSkeleton columns={columnWidths(columns)} card={props.card} label={texts.loading} />
        )}
        {(problem || list) && (
          <div className="overflow-clip rounded-base border border-line bg-surface">
            {problemProps && !list && <ProblemPanel {...problemProps} />}
            {isEmpty && empty}
            {list && rows.length === 0 && list.total > 0 && (
              <OffsetPastEnd
                total={list.total}
                limit={view.limit}
                forms={forms}
                onOffset={(offset) => onView({ offset })}
              />
            )}
            {list && rows.length > 0 && (
              <PagedTable
                caption={texts.title}
                columns={columns}
                rows={rows}
                rowID={props.rowID}
                menu={props.menu}
                total={list.total}
                limit={view.limit}
                offset={view.offset}
                outdated={outdated}
                busy={outdated && reading.isFetching}
                pager={texts.pager}
                onOffset={(offset) => {
                  onView({ offset });
                  window.scrollTo(0, 0);
                }}
                onLimit={(limit) => onView({ limit })}
              />
            )}
          </div>
        )}
      </KeepFocus>
    </section>
  );
}
