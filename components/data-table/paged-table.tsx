"use client";

import type { RowData } from "@tanstack/react-table";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { Pager } from "./pager.tsx";

interface PagedTableProps<Row extends RowData, SortKey extends string> extends DataTableProps<Row, SortKey> {
  /** The accessible name of the pager. */
  pager: string;
  limit: (typeof pageSizes)[number];
  onOffset: (offset: number) => void;
  onLimit: (limit: (typeof pageSizes)[number]) => void;
  /** Called when the person hovers or focuses the button to the next page. */
  onNextIntent?: () => void;
}

/** One page of rows from the server, with a pager. */
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
