"use client";

import { type ColumnDef, functionalUpdate, type RowData, useTable } from "@tanstack/react-table";
import { classNames } from "#components/ui/class-names.ts";
import type { Density } from "#lib/browser-storage/table-density.ts";
import { DataTableHeader } from "./data-table-header.tsx";
import { type DataTableFeatures, dataTableFeatures } from "./features.ts";
import { type RowSelection, SelectRow } from "./row-selection.tsx";
import { tableRoles } from "./table-roles.ts";

export interface Order<SortKey extends string> {
  sort: SortKey;
  ascending: boolean;
}

interface DataTableProps<Row extends RowData, SortKey extends string> {
  caption: string;
  // biome-ignore lint/suspicious/noExplicitAny: a table's columns differ in the type of their values
  columns: readonly ColumnDef<DataTableFeatures, Row, any>[];
  rows: readonly Row[];
  rowID: (row: Row) => string;
  /** How many rows match on the server, over all pages. */
  total: number;
  limit: number;
  offset: number;
  /** Left out where the API does not sort: then no column may be sortable. */
  order?: Order<SortKey>;
  onOrder?: (order: Order<SortKey>) => void;
  /** The rows belong to what was asked before; they are dimmed and cannot be acted on. */
  outdated: boolean;
  /** Other rows are on their way. */
  busy: boolean;
  /** Comfortable where it is left out. */
  density?: Density;
  /** Where rows can be selected. */
  selection?: RowSelection<Row> | undefined;
}

/** A row; as a card on narrow screens. The one whose link has the focus by keyboard is marked whole. */
const rowClass =
  "group max-lg:relative max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-1 max-lg:border-line max-lg:border-b max-lg:px-4 max-lg:py-3 max-lg:last:border-b-0 sm:max-lg:grid-cols-4 lg:hover:bg-accent-soft/60 has-[th_a:focus-visible]:bg-accent-soft lg:has-[th_a:focus-visible]:shadow-[inset_3px_0_0_var(--color-accent)]";

const cellClass =
  "min-w-0 text-start font-normal lg:truncate lg:border-line lg:border-b lg:px-2 lg:group-last:border-b-0 lg:first:ps-4 lg:last:pe-4 2xl:px-3 2xl:first:ps-4 2xl:last:pe-4";

/** One server page of rows, whatever they are: a native table, stacked into cards on narrow screens. */
export function DataTable<Row extends RowData, SortKey extends string>(props: DataTableProps<Row, SortKey>) {
  const { caption, columns, rows, rowID, total, limit, offset, order, onOrder, outdated, busy, selection } = props;
  const compact = props.density === "compact";
  const sorting = order ? [{ id: order.sort, desc: !order.ascending }] : [];
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: rows,
    getRowId: rowID,
    rowCount: total,
    manualPagination: true,
    manualSorting: true,
    enableSorting: order !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting, pagination: { pageIndex: Math.floor(offset / limit), pageSize: limit } },
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting);
      if (next) onOrder?.({ sort: next.id as SortKey, ascending: !next.desc });
    },
  });
  return (
    <table
      {...tableRoles.table}
      aria-busy={busy}
      className="w-full border-separate border-spacing-0 text-table max-lg:block lg:table-fixed"
    >
      <caption className="sr-only">{caption}</caption>
      <DataTableHeader table={table} rows={rows} selection={selection} compact={compact} />
      <tbody
        {...tableRoles.rowGroup}
        inert={outdated}
        className={classNames("transition-opacity duration-100 max-lg:block", outdated && "opacity-50 delay-150")}
      >
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            {...tableRoles.row}
            data-row={row.id}
            className={classNames(
              rowClass,
              selection?.isSelected(row.original)
                ? "bg-accent-soft/60"
                : compact && "lg:not-hover:not-has-[th_a:focus-visible]:even:bg-canvas",
            )}
          >
            {selection && (
              <td
                {...tableRoles.cell}
                className={classNames(
                  cellClass,
                  compact ? "lg:h-7" : "lg:h-9",
                  "max-lg:absolute max-lg:end-3 max-lg:top-2.5 print:hidden",
                )}
              >
                <SelectRow row={row.original} rows={rows} selection={selection} />
              </td>
            )}
            {row.getAllCells().map((cell) => {
              const look = cell.column.columnDef.meta;
              const Cell = look?.rowHeader ? "th" : "td";
              return (
                <Cell
                  key={cell.id}
                  {...(look?.rowHeader ? { ...tableRoles.rowHeader, scope: "row" as const } : tableRoles.cell)}
                  data-label={look?.label}
                  className={classNames(
                    cellClass,
                    compact ? "lg:h-7" : "lg:h-9",
                    look?.align === "end" && "lg:text-end",
                    look?.rowHeader
                      ? classNames("max-lg:col-span-full max-lg:text-body", selection && "max-lg:pe-8")
                      : "max-lg:flex max-lg:flex-col max-lg:empty:sr-only max-lg:before:text-fine max-lg:before:text-ink-muted max-lg:before:content-[attr(data-label)/'']",
                    look?.narrow,
                  )}
                >
                  <table.FlexRender cell={cell} />
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
