export const startTexts = {
  changeSelected: "Change plan or term",
  fromList: "Change a list",
  title: (customers: string) => `Change the contract of ${customers}`,
  again: "These were not changed. They are read anew, and compared with what they have then.",
  frozen: "All that match now: the list is frozen when you begin, and who is created later is not changed.",
  what: "What to change",
  plan: "Plan",
  term: "Term",
  oneOfBoth: "The API changes one of both at a time. Change the other one after this.",
  newPlan: "New plan",
  newTerm: "New term",
  another: "Another value",
  anotherPlan: "Another plan",
  anotherTerm: "Another term",
  values: "Offered from the configuration and from what the API has shown.",
  note: "Note (optional)",
  noteHint: "Why: it stays with this bulk change.",
  nothingSent: "First every customer is read and shown with what would change. Nothing is sent before you say so.",
  check: (customers: string) => `Check ${customers}`,
  checking: "Beginning…",
  cancel: "Cancel",
  errors: "This cannot begin yet",
  planMissing: "Choose or type the new plan",
  termMissing: "Choose or type the new term",
} as const;

export const csvTexts = {
  title: "Change a list of customers",
  intro:
    "From a CSV file, or pasted: a list of IDs, or a table of which the column named customerID, or else the first one that holds IDs, is taken.",
  file: "CSV file",
  paste: "Or paste IDs here",
  pastePlaceholder: "customerID,companyName\n3f2b8c1d-…",
  found: (customers: string, column: string | number | undefined) => {
    if (column === undefined) return `${customers} found`;
    return `${customers} found in ${typeof column === "string" ? `the column “${column}”` : `column ${column}`}`;
  },
  duplicates: (count: string) => `${count} given more than once, taken once`,
  notUnderstood: (count: string) => `${count} not understood and left out`,
  line: "Line",
  more: (count: string) => `and ${count} more`,
  none: "There is no ID in this. An ID looks like 3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77.",
  missing: "Choose a file or paste IDs",
  unreadable: "The browser could not read this file",
  tooMany: (found: string, most: string) => `${found} are too many: one bulk change takes ${most} at most`,
  next: "Continue",
  cancel: "Cancel",
  errors: "These cannot be taken yet",
} as const;

export const lineForms = { one: "line", other: "lines" } as const;
