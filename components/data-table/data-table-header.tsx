"use client";

import type { ReactTable, RowData } from "@tanstack/react-table";
import { classNames } from "#components/ui/class-names.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "#components/ui/icon/icons.tsx";
import type { DataTableFeatures } from "./features.ts";
import { type RowSelection, SelectPage } from "./row-selection.tsx";
import { tableRoles } from "./table-roles.ts";
import { rowMenuTexts } from "./texts.ts";

const icons = { ascending: ArrowUp, descending: ArrowDown } as const;

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
 * The header row. Only columns that the server can sort have a button. In the narrow layout, each cell shows the name
 * of its column, and only screen readers see the header row.
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
            const Icon = sorted ? icons[sorted] : ChevronsUpDown;
            const content = <table.FlexRender header={header} />;
            const alignEnd = look?.align === "end";
            return (
              <th
                key={header.id}
                scope="col"
                {...tableRoles.columnHeader}
                {...(sorted && { "aria-sort": sorted })}
                className={classNames(
                  cellClass,
                  alignEnd && "text-end",
                  look?.isScreenOnly && "print:hidden",
                  look?.width,
                )}
              >
                <span className="wide:hidden">{look?.label}</span>
                {/* The header repeats on each printed page, and buttons must not be printed. */}
                {firstOrder && (
                  <span className="hidden print:inline">
                    {content} {sorted && <Icon aria-hidden className="inline size-3" />}
                  </span>
                )}
                {firstOrder ? (
                  <button
                    type="button"
                    onClick={() => onSort(column.id, isNextAscending)}
                    className={classNames(
                      "group/sort sort-button",
                      sorted && "text-ink",
                      alignEnd && "flex-row-reverse",
                    )}
                  >
                    {content}
                    <Icon
                      aria-hidden
                      className={classNames(
                        "size-3.5 shrink-0",
                        sorted ? "text-accent" : "opacity-60 group-hover/sort:opacity-100",
                      )}
                    />
                  </button>
                ) : (
                  <span className="cards:hidden">{content}</span>
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
