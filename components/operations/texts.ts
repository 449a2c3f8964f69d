import { needsAttentionName, outcomeNames } from "#components/ui/outcome-texts.ts";
import type { KnownKind, OperationState } from "#lib/contract/operation.ts";
import type { OutcomeFilter } from "#lib/contract/operation-requests.ts";

export const operationsTexts = {
  bulks: "Bulk changes",
  title: "Operations",
  intro: "Everything that was requested of the API through this console, with its results. Newest first.",
  pager: "Pages of operations",
  loading: "Loading operations…",
  empty: "Nothing was asked of the API here yet",
  emptyReason: "Creating a customer or changing a contract makes an operation, which stays here.",
  noMatch: "No operation fits these filters",
  noMatchWhy: "Remove a filter to see more.",
  clearFilters: "Remove all filters",
  create: "Create customer",
  copyID: "Copy operation ID",
  copyCustomerID: "Copy customer ID",
  copyJobID: "Copy job ID",
  bulk: "Bulk change",
} as const;

export const filterTexts = {
  whose: "Owner",
  all: "Everyone",
  mine: "Me",
  kind: "What",
  anyKind: "Anything",
  outcomes: "Outcome",
  states: "Request",
  customer: "Customer",
  removeCustomer: (customerID: string) => `Remove the filter by customer ${customerID}`,
} as const;

export const kindNames: Readonly<Record<KnownKind, string>> = {
  "create-customer": "Creations",
  "change-contract": "Contract changes",
};

/** What it has come to by now, its job included, as a filter. */
export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  "needs-attention": needsAttentionName,
  ...outcomeNames,
};

/** How the request itself ended, whatever its job did, as a filter. */
export const stateNames: Readonly<Record<OperationState, string>> = {
  recorded: "Recorded",
  sent: "Sent",
  accepted: "Accepted",
  rejected: "Refused",
  unknown: "Unknown",
  reconciled: "Resolved by checking",
};

export const columnTexts = {
  what: "What",
  who: "Who",
  result: "Result",
  customer: "Customer",
  job: "Job",
  at: "Recorded",
} as const;

export const titleTexts = {
  create: "Create",
  noName: "a customer",
  changePlan: "Change plan to",
  changeTerm: "Change term to",
  changeContract: "Change contract",
} as const;

export const detailTexts = {
  pageTitle: "Operation",
  all: "Operations",
  loading: "Loading the operation…",
  reload: "Reload the operation",
  link: "Link",
  copyLink: "Copy the link to this operation",
  result: "Result",
  asked: "Request",
  askedBy: "Requested by",
  operationID: "Operation",
  customer: "Customer",
  job: "Job",
  bulk: "Part of a bulk change",
  override: "Sent anyway, while a job was not over",
  again: "Repeats the operation",
  repeatedBy: "Started again as",
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  usersCount: "Users",
  email: "Administrator e-mail",
  rawRequest: "The whole request",
  copyRequest: "Copy the request",
  noEmail: "none",
  notRead: "not read",
  times: "Timeline",
  recorded: "Recorded",
  sent: "Sent to the API",
  answered: "Answered",
  resolved: "Resolved by checking",
  prevented: "Prevented",
  notSent: "Not sent",
  lost: "Answer lost",
  confirmed: "Verified",
  jobSeen: "Job last seen",
  jobEnded: "Job ended",
  steps: "Steps",
  moreSteps: (count: number) => `and ${count} more steps`,
  progress: "Progress",
  ownWord: "in the API’s own word:",
  elapsed: "Elapsed",
  took: "Took",
  usually: (p50: string, p95: string) => `usually ${p50}, 95 % within ${p95}`,
  ofCount: (count: number) => `from the last ${count} of its kind`,
  noUsual: "No history of its kind yet",
  stuck: "Seems stuck",
  stuckSince: "No change since",
  stuckChecked: "Switchboard keeps checking.",
  quiet: (time: string) => `No change for ${time}.`,
  backwards: (from: string, to: string) => `It went back, from ${from} to ${to}. The API’s newest word is shown.`,
  watching: {
    live: "Live",
    polling: "Asked again every few seconds",
    paused: "Not watched while this page is hidden",
    ended: "Not watched any more",
  },
  jobUnread: "The job cannot be read just now:",
  reason: "The API’s words",
  cut: "… (cut; copy has all)",
  copyReason: "Copy the API’s words",
} as const;

export const unknownTexts = {
  title: "How it is being resolved",
  why: "What happened",
  lastLook: "Last check",
  notLooked: "Switchboard is checking for the first time.",
  nextLook: "Next check",
  soon: "now",
  noMoreLooks: "Switchboard checked for a day and no longer checks.",
  how: "Switchboard searches for a customer of this name and address that was created since it was sent. Exactly one that belongs to no other operation settles it.",
  howContract: "Switchboard reads the customer’s contract: the change in force settles it.",
  candidates: "Customers that fit",
  search: "Search for the customer by name",
  open: "Open the customer",
} as const;

export const actionTexts = {
  openCustomer: "Open the customer",
  again: "Start again with these values",
  againNote: "As a new operation. You can change the values before it is sent.",
  againUnknownNote: "It may create a second customer: look for the first one before.",
  againAlready: "It was started again already: check the result of that first.",
  changeAgain: "Change the contract on the customer’s page",
} as const;
