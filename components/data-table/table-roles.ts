/**
 * Explicit ARIA roles. Browsers remove the implicit roles of a table whose CSS display differs, such as one shown as
 * cards.
 */
export const tableRoles = {
  table: { role: "table" },
  rowGroup: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
