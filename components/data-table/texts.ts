export const pagerTexts = {
  rowsPerPage: "Rows per page",
  page: "Page",
  of: "of",
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
} as const;

export const listTexts = {
  reading: "Loading…",
  notRead: "Not loaded",
  no: "No",
  of: "of",
  pagedLocally: "the API returned the whole list, Switchboard divides it into pages",
  pastTheEnd: "This page is past the end of the list",
  lastPage: "Go to the last page",
} as const;

export const rowKeyTexts = {
  next: "Next row",
  previous: "Previous row",
  select: "Select or deselect the row",
  nextPage: "Next page",
  previousPage: "Previous page",
} as const;

export const columnTexts = {
  button: "Columns",
  title: "Further columns",
  note: "Saved for you in every browser.",
} as const;

export const rowMenuTexts = {
  column: "Actions",
  title: "Actions",
  open: (row: string) => `Actions for ${row}`,
  raw: "Raw data",
} as const;

export const selectionTexts = {
  column: "Select",
} as const;
