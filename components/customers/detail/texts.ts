import type { CaseFormat } from "#lib/case-summary/case-formats.ts";
import type { TimelineKind } from "#lib/timeline/timeline-kinds.ts";

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
  aside: "Numbers of this customer",
} as const;

export const caseSummaryButtonTexts = {
  button: "Copy for ticket",
  hint: "What a colleague needs, with e-mail addresses shortened",
  notLoaded: "The text could not be made. Reload the page.",
  options: "Options for the ticket",
  format: "Format",
  formats: { text: "Text", markdown: "Markdown" } satisfies Record<CaseFormat, string>,
  withNote: "With the pinned note",
  copy: "Copy",
  label: "Case summary",
  shortcut: "Copy the case summary of this customer",
} as const;

export const factsTexts = {
  title: "Facts",
  plan: "Plan",
  term: "Term",
  notProvided: "Not provided by the API",
  notKnown: "Not known",
  readAgo: "Read",
  readAgoWhy: "The API's newer answers did not contain this value.",
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

export const timelineTexts = {
  title: "Timeline",
  filters: "Show in the timeline",
  all: "All",
  kinds: {
    operations: "Operations",
    jobs: "Jobs",
    planned: "Planned changes",
    notes: "Notes",
    activities: "Activities",
    elsewhere: "Changes outside",
    states: "States",
  } satisfies Record<TimelineKind, string>,
  notLoaded: (kinds: string) => `Not loaded: ${kinds}.`,
  notUpToDate: (kinds: string) => `Not up to date: ${kinds}.`,
  reasonAbove: "The reason is at the top of the page.",
  retry: "Try again",
  nothing: "Nothing to show.",
  older: "Show older",
  olderExist: "There are older entries.",
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
  searched: "You came from this number",
  none: "No numbers found for this customer.",
  notYet: "No numbers found yet.",
  noOwners: "The API lists numbers but not their owners, so none can be shown here.",
  notOffered: "The API does not provide numbers, or not at the path that Switchboard uses.",
  looked: (to: string, total: string) => `Checked ${to} of ${total} numbers in this environment.`,
  known: "The API cannot be asked. Switchboard has read these numbers, and there may be others. Read at",
  orLater: "or later.",
  further: "Search further",
  goesOn: "Searching further…",
} as const;

export const operationTexts = {
  nothing: "nothing",
  job: "job",
  override: "sent anyway while a job had not ended",
} as const;

/** The names of the contract's members, for the beginning of a sentence. */
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
