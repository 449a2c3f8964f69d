export const detailTexts = {
  title: "Customer",
  customers: "Customers",
  noName: "No name",
  copyID: "Copy customer ID",
  print: "Print",
  loading: "Loading the customer…",
} as const;

export const bundleTexts = {
  button: "Copy case summary",
  hint: "Facts, IDs and a link to this page, for a ticket. E-mail addresses are redacted.",
  label: "Case summary",
  shortcut: "Copy the case summary of this customer",
} as const;

export const factsTexts = {
  title: "Facts",
  reload: "Reload facts",
  company: "Company",
  id: "Customer ID",
  email: "Administrator e-mail",
  copyEmail: "Copy administrator e-mail",
  users: "Users",
  created: "Created",
  state: "State",
  deletedAt: "Deleted at",
} as const;

export const jobTexts = {
  title: "Running on this customer",
  job: "Job",
  copyID: "Copy job ID",
  progress: "Progress of the job",
  over: "A job on this customer has ended",
  stuck: "Seems stuck",
  unreadable: "This job could not be read. It may still be running.",
} as const;

export const numberTexts = {
  title: "Numbers",
  reload: "Reload numbers",
  loading: "Searching numbers…",
  copy: "Copy number",
  none: "No numbers found for this customer.",
  noOwners: "The API lists numbers but not their owners, so none can be shown here.",
  notOffered: "The API does not provide numbers, or not at the path that Switchboard uses.",
  looked: (to: string, total: string) => `Checked ${to} of ${total} numbers in this environment.`,
  further: "Search further",
} as const;

export const operationTexts = {
  title: "Operations on this customer",
  reload: "Reload operations",
  loading: "Loading operations…",
  none: "This customer has not been created or changed with Switchboard.",
  caption: "Operations on this customer, newest first",
  what: "What",
  who: "Who",
  when: "When",
  state: "Result",
  created: "Create customer",
  nothing: "nothing",
  all: (total: string) => `All ${total} operations on this customer`,
  job: "job",
  override: "sent anyway while a job had not ended",
} as const;

/** A write's member that it changes, in a sentence's beginning. */
export const memberNames = { plan: "Plan", term: "Term" } as const;

export const recordTexts = {
  title: "Raw data",
  reload: "Reload raw data",
} as const;

export const absentTexts = {
  notFound: "Customer not found",
  notFoundReason: (environment: string) => `No customer in ${environment} has this ID, including deleted ones.`,
  notSoFar: "Not found yet",
  looked: (to: string, total: string) => `Checked ${to} of ${total} customers, newest first.`,
  why: "The API cannot look up a customer by ID, and no search finds this one. It may be further back.",
  goOn: "Search further back",
  looking: "Searching further back…",
  failed: "The search stopped.",
  stop: "Stop",
  progress: "Customers checked",
  found: "Customer found",
  lookAgain: "Search again",
  otherEnvironment: (environment: string) => `Search in ${environment}`,
  search: "Search customers instead",
} as const;
