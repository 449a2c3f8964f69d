export const pagerTexts = {
  rowsPerPage: "Rows per page",
  page: "Page",
  of: "of",
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
} as const;
