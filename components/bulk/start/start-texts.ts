export const startTexts = {
  title: (customers: string) => `Change the contract of ${customers}`,
  again: "These customers were not changed. Switchboard reads them again and compares them with the new value.",
  againPlanned:
    "These customers got no planned change. Switchboard reads them again and plans the change for the same time.",
  againOwn: "These customers were not changed. Each gets the value that it should have got the first time.",
  frozen: "All customers that match now. The list is fixed when you start: customers created later are not changed.",
  ofView:
    "Switchboard reads the customers that are in the view now and shows each of them. This list is then fixed: customers who enter the view later are not changed, and customers who leave the view before they are changed are skipped.",
  allOfView: (name: string) => `all customers in “${name}”`,
  checkView: "Check the view",
  plannedFor: "Planned for:",
  what: "What to change",
  plan: "Plan",
  term: "Term",
  oneOfBoth: "The API changes either the plan or the term at a time. Change the other one afterwards.",
  newPlan: "New plan",
  newTerm: "New term",
  nothingSent: "Switchboard first reads every customer and shows what would change. Nothing is sent until you confirm.",
  check: (customers: string) => `Check ${customers}`,
  checking: "Starting…",
  cancel: "Cancel",
  errors: "This cannot start yet",
  planMissing: "Choose or enter the new plan",
  termMissing: "Choose or enter the new term",
} as const;

/** Texts for a file that has its own value for each customer. */
export const ownTexts = {
  what: "What each customer gets",
  own: "What the file says",
  same: "The same for all",
  detail:
    "Each row sets the plan, the term or both of its customer. An empty cell changes nothing. Switchboard first reads every customer and shows each change. Nothing is sent until you confirm.",
  check: "Check the file",
  checking: "Starting…",
  failed: "Nothing was started",
} as const;

export const csvTexts = {
  title: "New bulk change",
  intro:
    "Choose a CSV file or paste a list of IDs. In a table, Switchboard uses the column customerID, or else the first column that holds IDs. With a column plan or term, each customer can get a value of its own.",
  view: "All customers of a view",
  noView: "No view: use a list",
  paste: "Or paste IDs here",
  pastePlaceholder: "customerID,companyName\n3f2b8c1d-…",
  found: (ids: string, column: string | number | undefined) => {
    if (column === undefined) return `${ids} found`;
    return `${ids} found in ${typeof column === "string" ? `the column “${column}”` : `column ${column}`}`;
  },
  duplicates: (count: string) => `Duplicates ignored: ${count}`,
  repeated: (count: string) => `Rows that repeat a customer: ${count}. Each customer can be in one row only.`,
  notUnderstood: (count: string) => `${count} skipped: no ID found`,
  line: "Line",
  more: (count: string) => `and ${count} more`,
  none: "No ID found. An ID looks like 3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77.",
  missing: "Choose a file or paste IDs",
  unreadable: "The browser could not read this file",
  tooMany: (found: string, most: string) => `${found} are too many: a bulk change can have up to ${most}`,
  next: "Continue",
  cancel: "Cancel",
  errors: "This list cannot be used yet",
} as const;

export const idForms = { one: "ID", other: "IDs" } as const;

export const lineForms = { one: "line", other: "lines" } as const;
