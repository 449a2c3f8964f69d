"use client";

import type { ReactTable, RowData } from "@tanstack/react-table";
import { classNames } from "#components/ui/class-names.ts";
import type { DataTableFeatures } from "./features.ts";
import { type RowSelection, SelectPage } from "./row-selection.tsx";
import { tableRoles } from "./table-roles.ts";
import { rowMenuTexts } from "./texts.ts";

interface DataTableHeaderProps<Row extends RowData> {
  table: ReactTable<DataTableFeatures, Row>;
  rows: readonly Row[];
  order: { sort: string; ascending: boolean } | undefined;
  onSort: (columnID: string, ascending: boolean) => void;
  selection: RowSelection<Row> | undefined;
  /** True if each row has a menu. */
  hasMenu: boolean;
  compact: boolean;
}

/**
 * The header row. Only columns that the server can sort have a button. CSS draws the arrow of the sort order, and the
 * column's name where the button is hidden: on paper, and in the narrow layout, where only screen readers read the
 * header row (`sort-button` in app/components.css).
 */
export function DataTableHeader<Row extends RowData>(props: DataTableHeaderProps<Row>) {
  const { table, rows, order, onSort, selection, hasMenu, compact } = props;
  const cellClass = classNames("data-head", compact && "data-head-compact");
  return (
    <thead {...tableRoles.rowGroup} className="cards:sr-only">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} {...tableRoles.row}>
          {selection && (
            <th scope="col" {...tableRoles.columnHeader} className={classNames(cellClass, "w-10 print:hidden")}>
              <SelectPage rows={rows} selection={selection} />
            </th>
          )}
          {group.headers.map((header) => {
            const { column } = header;
            const look = column.columnDef.meta;
            const firstOrder = order && look?.firstOrder;
            const sorted = order?.sort === column.id && (order.ascending ? "ascending" : "descending");
            // A press on the sorted column reverses its order.
            const isNextAscending = sorted ? sorted === "descending" : firstOrder === "ascending";
            const content = <table.FlexRender header={header} />;
            const alignEnd = look?.align === "end";
            return (
              <th
                key={header.id}
                scope="col"
                {...tableRoles.columnHeader}
                {...(sorted && { "aria-sort": sorted })}
                {...(firstOrder && { "data-label": look?.label })}
                className={classNames(
                  cellClass,
                  alignEnd && "text-end",
                  look?.isScreenOnly && "print:hidden",
                  look?.width,
                )}
              >
                {firstOrder ? (
                  <button
                    type="button"
                    onClick={() => onSort(column.id, isNextAscending)}
                    className={classNames("sort-button", alignEnd && "flex-row-reverse")}
                  >
                    {content}
                  </button>
                ) : (
                  content
                )}
              </th>
            );
          })}
          {hasMenu && (
            <th scope="col" {...tableRoles.columnHeader} className={classNames(cellClass, "w-12 print:hidden")}>
              <span className="sr-only">{rowMenuTexts.column}</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}
