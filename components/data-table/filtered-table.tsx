"use client";

import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import type { PageView } from "#lib/url-state/page-view.ts";
import type { DataTableProps } from "./data-table.tsx";
import { PagedTable } from "./paged-table.tsx";

interface FilteredTableProps<Row extends RowData>
  extends Pick<DataTableProps<Row, never>, "columns" | "total" | "outdated" | "busy" | "menu"> {
  title: string;
  /** The accessible name of the pager. */
  pager: string;
  rows: readonly Row[];
  view: PageView;
  onView: (change: Partial<PageView>) => void;
  filter: ReactNode;
  /** The buttons beside the filter. */
  tools: ReactNode;
  /** Shown instead of the table if no row matches the filter. */
  empty: ReactNode;
}

/** The rows of a bulk change or of an import, with a filter above them. */
export function FilteredTable<Row extends RowData & { position: number }>(props: FilteredTableProps<Row>) {
  const { title, pager, rows, view, onView, filter, tools, empty, ...table } = props;
  return (
    <section aria-label={title}>
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div tabIndex={-1} {...keepFocusProps} className="rounded-small">
            {filter}
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden print:hidden">{tools}</div>
        </div>
        <div className="overflow-clip rounded-base border border-line bg-surface">
          {rows.length === 0 ? (
            empty
          ) : (
            <PagedTable
              {...table}
              caption={title}
              rows={rows}
              rowID={(row) => String(row.position)}
              limit={view.limit}
              offset={view.offset}
              pager={pager}
              onOffset={(offset) => onView({ offset })}
              onLimit={(limit) => onView({ limit })}
            />
          )}
        </div>
      </KeepFocus>
    </section>
  );
}
