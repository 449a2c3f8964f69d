import { tableFeatures } from "@tanstack/react-table";

/** Presentation options of a column. */
export interface ColumnStyle {
  /** The column's name in the narrow layout, which has no visible header row. */
  label: string;
  /** Numbers are aligned to the end of the cell. */
  align?: "end";
  /** The column's width in the wide layout. */
  width: string;
  /** True for the cell that names its row: a row header, and the heading in the narrow layout. */
  rowHeader?: true;
  /** True if the column is hidden until the person shows it, such as a column of IDs. */
  isOptional?: true;
  /** True if the cell is not printed: it is a control, or another cell shows the same information. */
  isScreenOnly?: true;
  /** For a sortable column: the order after the first press on its header. */
  firstOrder?: "ascending" | "descending";
  /** CSS classes for the cell's position in the narrow layout, if it differs from the normal flow. */
  narrow?: string;
}

/** Sorting and paging of the library are left out: the server sorts and pages, and the page's URL holds the order. */
export const dataTableFeatures = tableFeatures({ columnMeta: {} as ColumnStyle });

export type DataTableFeatures = typeof dataTableFeatures;
