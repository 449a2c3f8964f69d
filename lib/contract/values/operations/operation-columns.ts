/** The names of the columns of the operations page. An export with the page's column names uses these names too. */
export const operationColumnNames = {
  what: "Operation",
  who: "Requested by",
  result: "Result",
  customer: "Customer",
  job: "Job",
  at: "Recorded",
} as const;
