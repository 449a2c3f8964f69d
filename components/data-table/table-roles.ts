/**
 * Explicit ARIA roles. A browser drops a table's implicit roles if CSS changes the `display` of its elements, for
 * example to show rows as cards.
 */
export const tableRoles = {
  table: { role: "table" },
  rowGroup: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
