"use client";

import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef } from "react";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { pageOffsets } from "./page-position.ts";
import { Pager } from "./pager.tsx";
import { useRowKeys } from "./use-row-keys.ts";

interface PagedTableProps<Row extends RowData, SortKey extends string> extends DataTableProps<Row, SortKey> {
  /** The accessible name of the pager. */
  pager: string;
  limit: (typeof pageSizes)[number];
  onOffset: (offset: number) => void;
  onLimit: (limit: (typeof pageSizes)[number]) => void;
  /** Called when the person hovers or focuses the button to the next page. */
  onNextIntent?: () => void;
}

/** One page of rows from the server, with a pager. Single keys move between the rows and turn the pages. */
export function PagedTable<Row extends RowData, SortKey extends string>(props: PagedTableProps<Row, SortKey>) {
  const { pager, onOffset, onLimit, onNextIntent, ...table } = props;
  const { total, limit, offset, rows, rowID, selection } = table;
  const area = useRef<HTMLDivElement>(null);
  // The offset that was requested last, so that two quick presses turn two pages.
  const requested = useRef(offset);
  useEffect(() => {
    requested.current = offset;
  });
  const turn = (move: "next" | "previous") => {
    const to = pageOffsets(total, limit, requested.current)[move];
    if (to === undefined) return;
    requested.current = to;
    onOffset(to);
  };
  useRowKeys({
    area,
    onToggle: (id) => {
      const row = rows.find((one) => rowID(one) === id);
      if (row) selection?.onRows([row], !selection.isSelected(row));
    },
    canSelect: selection !== undefined,
    onTurn: turn,
  });
  return (
    <div ref={area}>
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
    </div>
  );
}
