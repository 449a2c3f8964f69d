"use client";

import type { Row, RowData } from "@tanstack/react-table";
import { memo } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { CellContent } from "./cell-content.tsx";
import type { DataTableFeatures } from "./features.ts";
import { type OpenRowMenu, type RowMenu, RowMenuButton } from "./row-menu.tsx";
import { type RowSelection, SelectRow } from "./row-selection.tsx";
import { tableRoles } from "./table-roles.ts";

interface TableRowProps<Data extends RowData> {
  row: Row<DataTableFeatures, Data>;
  /** All rows of the table, needed to select a range. */
  rows: readonly Data[];
  /** The table's columns. The row renders again when they change. */
  columns: readonly unknown[];
  selection: RowSelection<Data> | undefined;
  compact: boolean;
  menu: RowMenu<Data> | undefined;
  /** The ID of the menu that all rows share. */
  menuID: string;
  onMenu: OpenRowMenu;
}

function PlainTableRow<Data extends RowData>(props: TableRowProps<Data>) {
  const { row, rows, selection, compact, menu, menuID, onMenu } = props;
  return (
    <tr
      {...tableRoles.row}
      data-row={row.id}
      className={classNames(
        "group data-row",
        selection?.isSelected(row.original) ? "data-row-selected" : compact && "data-row-compact",
      )}
    >
      {selection && (
        <td {...tableRoles.cell} className={classNames("data-cell", compact && "data-cell-compact", "data-cell-box")}>
          <SelectRow row={row.original} rows={rows} selection={selection} />
        </td>
      )}
      {row.getAllCells().map((cell) => {
        const look = cell.column.columnDef.meta;
        const Cell = look?.rowHeader ? "th" : "td";
        return (
          <Cell
            key={cell.column.id}
            {...(look?.rowHeader ? { ...tableRoles.rowHeader, scope: "row" as const } : tableRoles.cell)}
            data-label={look?.label}
            className={classNames(
              "data-cell",
              compact && "data-cell-compact",
              look?.align === "end" && "wide:text-end",
              look?.rowHeader && "data-cell-header",
              look?.isScreenOnly && "print:hidden",
              look?.narrow,
            )}
          >
            <CellContent cell={cell} />
          </Cell>
        );
      })}
      {menu && (
        <td {...tableRoles.cell} className={classNames("data-cell", compact && "data-cell-compact", "data-cell-menu")}>
          <RowMenuButton menuID={menuID} name={menu(row.original).name} rowID={row.id} onOpen={onMenu} />
        </td>
      )}
    </tr>
  );
}

/** Renders again only if one of its props changes, such as the row's data, the columns or the selection. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
