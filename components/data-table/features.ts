import { tableFeatures } from "@tanstack/react-table";

/** Presentation options of a column. */
export interface ColumnStyle {
  /** The column's name in the narrow layout, which has no visible header row. */
  label: string;
  /** Numbers are aligned to the end of the cell. */
  align?: "end";
  /** The column's width in the wide layout. */
  width: string;
  /**
   * True if the cell names its row. The cell is then the row header, and the heading of the card in the narrow layout.
   */
  rowHeader?: true;
  /** True if the column is hidden by default, such as a column of IDs. A person can show the column. */
  isOptional?: true;
  /** True if the cell is not printed, because it is a control or because another cell shows the same information. */
  isScreenOnly?: true;
  /** For a sortable column: the order after the first press on its header. */
  firstOrder?: "ascending" | "descending";
  /** CSS classes for the cell's position in the narrow layout, if it differs from the normal flow. */
  narrow?: string;
}

/**
 * The table library's own sorting and paging are not used. The server sorts and pages, and the page's URL stores the
 * order.
 */
export const dataTableFeatures = tableFeatures({ columnMeta: {} as ColumnStyle });

export type DataTableFeatures = typeof dataTableFeatures;
