export const detailTexts = {
  title: "Customer",
  customers: "Customers",
  noName: "No name",
  copyID: "Copy customer ID",
  print: "Print",
  loading: "Loading the customer…",
} as const;

export const bundleTexts = {
  button: "Copy case bundle",
  hint: "Facts, IDs and this page's address for a ticket, without e-mail addresses",
  label: "Case bundle",
  shortcut: "Copy the case bundle of this customer",
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
  over: "A job on this customer is over",
  stuck: "Seems stuck",
  unreadable: "May be running: this job could not be read",
} as const;

export const numberTexts = {
  title: "Numbers",
  reload: "Reload numbers",
  loading: "Looking through the numbers…",
  copy: "Copy number",
  none: "No number of this customer was found.",
  noOwners: "The API lists numbers but does not say whose they are, so none can be shown here.",
  notOffered: "The API does not tell numbers, or not where the console looks for them.",
  looked: (to: string, total: string) => `Looked through ${to} of ${total} numbers of this environment.`,
  further: "Look further",
} as const;

export const operationTexts = {
  title: "Operations on this customer",
  reload: "Reload operations",
  loading: "Loading operations…",
  none: "Nobody has created or changed this customer with the console.",
  caption: "Operations on this customer, newest first",
  what: "What",
  who: "Who",
  when: "When",
  state: "Result",
  created: "Create customer",
  nothing: "nothing",
  all: (total: string) => `All ${total} operations on this customer`,
  job: "job",
  override: "sent anyway, while a job was not over",
} as const;

/** A write's member that it changes, in a sentence's beginning. */
export const memberNames = { plan: "Plan", term: "Term" } as const;

export const recordTexts = {
  title: "What the API sent",
  reload: "Reload what the API sent",
} as const;

export const absentTexts = {
  notFound: "There is no such customer",
  notFoundReason: (environment: string) => `No customer in ${environment} has this ID, deleted ones included.`,
  notSoFar: "Not found so far",
  looked: (to: string, total: string) => `Looked at ${to} of ${total} customers, the newest first.`,
  why: "The API cannot be asked for one customer by its ID, and no search finds this one: it may be further back.",
  goOn: "Look further back",
  looking: "Looking further back…",
  failed: "The search stopped.",
  stop: "Stop",
  progress: "Customers looked at",
  found: "Customer found",
  lookAgain: "Look again",
  otherEnvironment: (environment: string) => `Look in ${environment}`,
  search: "Search customers instead",
} as const;
