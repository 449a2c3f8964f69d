/** What the columns of the operations page are called, there and in an export with these names. */
export const operationColumnNames = {
  what: "Operation",
  who: "Requested by",
  result: "Result",
  customer: "Customer",
  job: "Job",
  at: "Recorded",
} as const;
