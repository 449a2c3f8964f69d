/** Spelt out, because browsers take them from a table that is shown as anything else, such as cards. */
export const tableRoles = {
  table: { role: "table" },
  rowGroup: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
