import { tableFeatures } from "@tanstack/react-table";

/** What a column tells the markup beyond its content. */
export interface ColumnStyle {
  /** The column's name in the narrow form, where there is no header row. */
  label: string;
  /** Numbers stand at the end of their cell. */
  align?: "end";
  /** The column's width in the wide form. */
  width: string;
  /** The cell that names its row: a row header, and the heading of the narrow form. */
  rowHeader?: true;
  /** Nothing for paper: it is pressed, or the row has it in other words. */
  isScreenOnly?: true;
  /** Of a column by which the server sorts: the order that the first press on its header gives. */
  firstOrder?: "ascending" | "descending";
  /** Where it stands in the narrow form, when not in the common flow. */
  narrow?: string;
}

/**
 * The library's features for sorting and paging are left out: the server does both, and the page's address has the
 * order. Each is code that every list would load.
 */
export const dataTableFeatures = tableFeatures({ columnMeta: {} as ColumnStyle });

export type DataTableFeatures = typeof dataTableFeatures;
