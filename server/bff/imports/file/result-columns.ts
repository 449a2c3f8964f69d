/** The column with the reason for a row's result. Both downloads of an import have this column. */
export const reasonColumn = "import reason";

/** The columns that the results file adds after the columns of the uploaded file. */
export const resultColumns: readonly string[] = [
  "import line",
  "import result",
  reasonColumn,
  "import customerID",
  "import jobID",
  "import operationID",
  "import operation",
  "import sentAt",
  "import settledAt",
];

/** True for a column that an earlier import has added to its results file. Such a column is never sent. */
export const isResultColumn = (name: string): boolean => resultColumns.includes(name);
