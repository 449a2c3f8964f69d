import { rowPaginationFeature, rowSortingFeature, tableFeatures } from "@tanstack/react-table";

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
  /** Where it stands in the narrow form, when not in the common flow. */
  narrow?: string;
}

/**
 * Paging and sorting as state only: the server does both, so no row model that would sort or cut a
 * server's page in the browser is registered.
 */
export const dataTableFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: {} as ColumnStyle,
});

export type DataTableFeatures = typeof dataTableFeatures;
