export const detailTexts = {
  title: "Customer",
  customers: "Customers",
  noName: "No name",
  copyID: "Copy customer ID",
  print: "Print",
  audit: "Audit log",
  more: "More actions",
  link: "Link to this page",
  copyLink: "Copy link",
  loading: "Loading the customer…",
} as const;

export const caseSummaryButtonTexts = {
  button: "Copy for ticket",
  hint: "Facts, IDs and a link to this page, for a ticket. E-mail addresses are redacted.",
  label: "Case summary",
  shortcut: "Copy the case summary of this customer",
} as const;

export const factsTexts = {
  title: "Facts",
  plan: "Plan",
  term: "Term",
  notProvided: "Not provided by the API",
  notKnown: "Not known",
  awaited: "accepted, not yet in force",
  email: "Administrator e-mail",
  copyEmail: "Copy administrator e-mail",
  users: "Users",
  created: "Created",
  deletedAt: "Deleted at",
} as const;

export const stripTexts = {
  trouble: "Needs attention",
  lastChange: "Last change",
  by: "by",
} as const;

export const jobTexts = {
  title: "Running job",
  job: "Open job",
  progress: "Progress of the job",
  over: "A job on this customer has ended",
  stuck: "Seems stuck",
  unreadable: "This job could not be read. It may still be running.",
} as const;

export const numberTexts = {
  title: "Numbers",
  loading: "Searching numbers…",
  copy: "Copy number",
  none: "No numbers found for this customer.",
  notYet: "No numbers found yet.",
  noOwners: "The API lists numbers but not their owners, so none can be shown here.",
  notOffered: "The API does not provide numbers, or not at the path that Switchboard uses.",
  looked: (to: string, total: string) => `Checked ${to} of ${total} numbers in this environment.`,
  further: "Search further",
  goesOn: "Searching further…",
} as const;

export const operationTexts = {
  title: "Operations",
  loading: "Loading operations…",
  none: "This customer has not been created or changed with Switchboard.",
  caption: "Operations on this customer, newest first",
  what: "What",
  who: "Who",
  when: "When",
  state: "Result",
  nothing: "nothing",
  all: (total: string) => `All ${total} operations on this customer`,
  job: "job",
  override: "sent anyway while a job had not ended",
} as const;

/** The names of a contract's members, for the beginning of a sentence. */
export const memberNames = { plan: "Plan", term: "Term" } as const;

export const absentTexts = {
  notFound: "Customer not found",
  notFoundReason: (environment: string) => `No customer in ${environment} has this ID, including deleted ones.`,
  notSoFar: "Not found yet",
  looked: (to: string, total: string) => `Checked ${to} of ${total} customers, newest first.`,
  why: "The API cannot look up a customer by ID, and no search finds this one. It may be further back.",
  goOn: "Search further back",
  looking: "Searching for this customer…",
  lookingFurther: "Searching further back…",
  failed: "The search stopped.",
  stop: "Stop",
  progress: "Customers checked",
  found: "Customer found",
  lookAgain: "Search again",
  search: "Search customers instead",
} as const;
