"use client";

import type { RowData } from "@tanstack/react-table";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { Pager } from "./pager.tsx";

interface PagedTableProps<Row extends RowData, SortKey extends string> extends DataTableProps<Row, SortKey> {
  /** Names the buttons that turn the page. */
  pager: string;
  limit: (typeof pageSizes)[number];
  onOffset: (offset: number) => void;
  onLimit: (limit: (typeof pageSizes)[number]) => void;
  /** The button to the next page is pointed at or has the focus. */
  onNextIntent?: () => void;
}

/** One server page of rows, and the way to the others. */
export function PagedTable<Row extends RowData, SortKey extends string>(props: PagedTableProps<Row, SortKey>) {
  const { pager, onOffset, onLimit, onNextIntent, ...table } = props;
  const { total, limit, offset } = table;
  return (
    <>
      <DataTable {...table} />
      <Pager
        label={pager}
        total={total}
        limit={limit}
        offset={offset}
        pageSizes={pageSizes}
        onOffset={onOffset}
        onLimit={onLimit}
        {...(onNextIntent && { onNextIntent })}
      />
    </>
  );
}
