"use client";

import { type ColumnDef, type RowData, useTable } from "@tanstack/react-table";
import { useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import type { Density } from "#lib/table-density.ts";
import { DataTableHeader } from "./data-table-header.tsx";
import { type DataTableFeatures, dataTableFeatures } from "./features.ts";
import { type RowMenu, useRowMenu } from "./row-menu.tsx";
import type { RowSelection } from "./row-selection.tsx";
import { tableRoles } from "./table-roles.ts";
import { TableRow } from "./table-row.tsx";

export interface Order<SortKey extends string> {
  sort: SortKey;
  ascending: boolean;
}

export interface DataTableProps<Row extends RowData, SortKey extends string> {
  caption: string;
  // biome-ignore lint/suspicious/noExplicitAny: the columns of a table have values of different types
  columns: readonly ColumnDef<DataTableFeatures, Row, any>[];
  rows: readonly Row[];
  rowID: (row: Row) => string;
  /** The number of matching rows on the server, over all pages. */
  total: number;
  limit: number;
  offset: number;
  /** The sort order. Absent if the API cannot sort this list. In that case, no column may have a `firstOrder`. */
  order?: Order<SortKey>;
  onOrder?: (order: Order<SortKey>) => void;
  /** True if the rows belong to an earlier request. The rows are then dimmed, and their actions are disabled. */
  outdated: boolean;
  /** True while new rows are loading. */
  busy: boolean;
  /** Default: comfortable. */
  density?: Density;
  /** If undefined, rows cannot be selected. */
  selection?: RowSelection<Row> | undefined;
  /** Returns the content of a row's menu. If undefined, rows have no menu. */
  menu?: RowMenu<Row> | undefined;
}

/** A table of rows of any type. The server provides one page of rows. Narrow screens show the rows as cards. */
export function DataTable<Row extends RowData, SortKey extends string>(props: DataTableProps<Row, SortKey>) {
  const { caption, columns, rows, rowID, order, onOrder, outdated, busy, selection, menu } = props;
  const compact = props.density === "compact";
  const table = useTable({ features: dataTableFeatures, columns, data: rows, getRowId: rowID });
  const menuID = useId();
  const rowMenu = useRowMenu(menuID, menu, (id) => rows.find((row) => rowID(row) === id));
  return (
    <>
      <table
        {...tableRoles.table}
        aria-busy={busy}
        className="w-full border-separate border-spacing-0 text-table cards:block wide:table-fixed"
      >
        <caption className="sr-only">{caption}</caption>
        <DataTableHeader
          table={table}
          rows={rows}
          order={order}
          onSort={(sort, ascending) => onOrder?.({ sort: sort as SortKey, ascending })}
          selection={selection}
          hasMenu={menu !== undefined}
          compact={compact}
        />
        <tbody
          {...tableRoles.rowGroup}
          inert={outdated}
          className={classNames("transition-opacity duration-100 cards:block", outdated && "opacity-50 delay-150")}
        >
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              rows={rows}
              columns={columns}
              selection={selection}
              compact={compact}
              menu={menu}
              menuID={menuID}
              onMenu={rowMenu.onOpen}
            />
          ))}
        </tbody>
      </table>
      {rowMenu.popover}
    </>
  );
}
