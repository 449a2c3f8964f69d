import type { ImportField, ImportRowState } from "#lib/contract/operations/imports.ts";
import type { RowFault } from "#lib/contract/values/operations/import-states.ts";
import { places } from "#lib/places.ts";
import type { ImportRowGroup } from "#lib/url-state/import-view.ts";

export const importForms = { one: "import", other: "imports" } as const;
export const rowForms = { one: "row", other: "rows" } as const;

export const listTexts = {
  title: places.imports.title,
  file: "File",
  state: "State",
  rows: "Rows",
  created: "Created",
  by: "Uploaded by",
  at: "Uploaded",
  id: "Import ID",
  copyID: "Copy import ID",
  copyEmail: "Copy e-mail of the person",
  empty: "No imports yet",
  emptyReason:
    "An import creates customers from a CSV file. Each row is checked and compared with existing customers first. Then one customer is created, and only then the rest.",
  pager: "Pages of imports",
  loading: "Loading imports…",
  upload: "Import customers",
  viewerOnly: "Importing customers needs the editor role",
  viewerWhy: "The files of imports hold data of customers, so only people who may import see them.",
} as const;

/** The saved column mappings of an environment. */
export const mappingsTexts = {
  title: "Saved column mappings",
  open: "Saved mappings",
  intro:
    "A saved mapping is proposed for a file with the same columns. Removing it changes no import that has used it.",
  none: "No mappings are saved. A mapping can be saved where you confirm the columns of a file.",
  loading: "Loading the mappings…",
  remove: "Remove",
  removeOf: (name: string) => `Remove the mapping ${name}`,
  removed: (name: string) => `The mapping ${name} was removed.`,
  close: "Close",
} as const;

export const importTexts = {
  title: "Import",
  loading: "Loading the import…",
  rows: "Rows of this import",
  rowsPager: "Pages of rows",
  noRows: "No rows of this kind",
  showAll: "Show all rows",
  filter: "Show rows",
  results: "Download results file (CSV)",
  onlyFailed: "Download what failed (CSV)",
  onlyErrors: "Download the rows with errors (CSV)",
  incomplete: "The comparison with existing customers is not complete:",
  first: "First customer",
  removed: "The file and the content of its rows were removed after 30 days. What was created stays.",
  removedTitle: "The content was removed",
  noName: "No name",
} as const;

/** The names of an import's steps. */
export const stepNames = {
  upload: "Upload",
  columns: "Columns",
  check: "Check",
  first: "First customer",
  rest: "The rest",
  results: "Results file",
} as const;

export const stepsTexts = { label: "Steps of this import", done: "done" } as const;

export const factTexts = {
  by: "Uploaded by",
  runBy: "On behalf of",
  environment: "Environment",
  read: "Interpreted as",
  uploaded: "Uploaded",
  checked: "Checked",
  compared: "Compared with",
  comparedCount: (count: string, total: string | undefined) =>
    total === undefined ? `${count} customers` : `${count} of ${total} customers`,
  recorded: (count: string) => `${count} as Switchboard has read them since`,
  finished: "Ended",
  removal: "File is removed",
  ticket: "Ticket",
  note: "Reason",
  emptyLines: (count: string) => `empty lines skipped: ${count}`,
  unmarked: (count: string) => `apostrophes of an export taken off: ${count}`,
} as const;

export const delimiterNames: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
};

export const groupNames: Readonly<Record<ImportRowGroup | "warnings", string>> = {
  pending: "Not checked yet",
  errors: "Errors",
  undecided: "To decide",
  ready: "Ready",
  skipped: "Skipped",
  waiting: "Being created",
  created: "Created",
  failed: "Failed",
  unknown: "Outcome unknown",
  cancelled: "Not sent",
  warnings: "With warnings",
};

export const rowStateNames: Readonly<Record<ImportRowState, string>> = {
  pending: "Not checked yet",
  error: "Error",
  same: "Duplicate (skipped)",
  similar: "Decide: create or skip",
  skipped: "Left out",
  ready: "Ready",
  sending: "Sending",
  accepted: "Being created",
  created: "Created",
  failed: "Failed or refused",
  unknown: "Outcome unknown",
  cancelled: "Not sent",
};

export const fieldNames: Readonly<Record<ImportField, string>> = {
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  "adminUser.email": "Administrator's e-mail",
  usersCount: "Number of users",
  reference: "Your reference",
  other: "Send as it is",
  ignore: "Not used",
};

/** Describes each kind of fault in rows. `name` is the name of the field or of the column. */
export const faultTexts: Readonly<Record<RowFault, (name: string) => string>> = {
  missing: (name) => `${name} is missing`,
  invalid: (name) => `${name} is not valid`,
  "unknown-value": (name) => `${name} is not known`,
  "new-value": (name) => `${name} is new: no customer is known to have it`,
  "doubtful-email": (name) => `${name}: the API may refuse it`,
  "same-email": (name) => `${name} is used by another row or customer`,
  "same-reference": () => "Two rows have the same reference",
  unreadable: () => "Too many or too few cells, or a line break in a cell",
  invisible: (name) => `${name} has invisible characters`,
};

export const faultsTexts = {
  title: "Decide about many rows at once",
  intro: "Nothing is sent. Single rows can be corrected in the list below.",
  valueOf: (fault: string) => `Value for all rows with the fault: ${fault}`,
  chooseValue: "Choose a value…",
  examples: { "adminUser.email": "name@company.example", usersCount: "For example 10" },
  set: (rows: string) => `Set for ${rows}`,
  setOf: (rows: string, fault: string) => `Set for ${rows}: ${fault}`,
  leaveOut: (rows: string) => `Leave ${rows} out`,
  leaveOutOf: (rows: string, fault: string) => `Leave ${rows} out: ${fault}`,
  leftOut: (rows: string) => `${rows} left out.`,
  wasSet: (rows: string) => `${rows} changed. Check the rows again.`,
  theRows: { one: "this row", other: (count: string) => `these ${count} rows` },
} as const;

export const issueWords = { error: "Error", warning: "Warning", note: "Note" } as const;

export const rowTexts = {
  line: "Line",
  company: "Company",
  contract: "Contract",
  result: "Result",
  action: "Action",
  corrected: "corrected",
  correct: "Correct…",
  correctOf: (line: string) => `Correct line ${line}`,
  create: "Create anyway",
  createOf: (name: string) => `Create anyway: ${name}`,
  skip: "Skip",
  skipOf: (name: string) => `Skip: ${name}`,
  takeIn: "Include again",
  takeInOf: (line: string) => `Include line ${line} again`,
  first: "Create first",
  firstOf: (name: string) => `Create first: ${name}`,
  operation: "Operation",
  operationOf: (name: string) => `Operation of ${name}`,
  likeCustomer: "Resembles the customer",
  likeOperation: "Resembles a customer being created here:",
  likeRow: "Resembles line",
  sameCustomer: "Same as the customer",
  sameOperation: "Same as a customer created here:",
  deleted: "deleted",
  correctTitle: (line: string) => `Correct line ${line}`,
  correctIntro:
    "The corrected row is checked when you save it, and compared with existing customers with the next check.",
  none: "Choose…",
  save: "Save row",
  cancel: "Cancel",
  failed: "The row was not saved",
} as const;
