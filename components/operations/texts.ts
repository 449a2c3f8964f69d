import { needsAttentionName, outcomeNames } from "#components/ui/outcome-texts.ts";
import type { KnownKind, OperationState } from "#lib/contract/operation.ts";
import type { OutcomeFilter } from "#lib/contract/operation-requests.ts";

export const operationsTexts = {
  bulks: "Bulk changes",
  title: "Operations",
  intro: "Everything requested from the API through Switchboard, with results. Newest first.",
  pager: "Pages of operations",
  loading: "Loading operations…",
  empty: "No operations yet",
  emptyReason: "When someone creates a customer or changes a contract, the operation appears here.",
  noMatch: "No operations match these filters",
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
  kind: "Type",
  anyKind: "All types",
  outcomes: "Outcome",
  states: "Request",
  customer: "Customer",
  removeCustomer: (customerID: string) => `Remove the filter by customer ${customerID}`,
} as const;

export const kindNames: Readonly<Record<KnownKind, string>> = {
  "create-customer": "Creations",
  "change-contract": "Contract changes",
};

/** The current outcome, its job included, as a filter. */
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
  what: "Operation",
  who: "Requested by",
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
  operationID: "Operation ID",
  customer: "Customer",
  job: "Job",
  bulk: "Part of a bulk change",
  override: "Sent anyway, despite unfinished jobs",
  again: "Repeat of",
  repeatedBy: "Repeated as",
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  usersCount: "Users",
  email: "Administrator e-mail",
  rawRequest: "Full request",
  copyRequest: "Copy the request",
  noEmail: "none",
  notRead: "not read",
  times: "Timeline",
  recorded: "Recorded",
  sent: "Sent to the API",
  answered: "Response received",
  resolved: "Resolved by checking",
  prevented: "Prevented",
  notSent: "Not sent",
  lost: "Response lost",
  confirmed: "Verified",
  jobSeen: "Job last checked",
  jobEnded: "Job ended",
  steps: "Steps",
  moreSteps: (count: number) => `and ${count} more ${count === 1 ? "step" : "steps"}`,
  progress: "Progress",
  ownWord: "API value:",
  elapsed: "Elapsed",
  took: "Took",
  usually: (p50: string, p95: string) => `usually ${p50}, 95% within ${p95}`,
  ofCount: (count: number) => `Based on the last ${count} of this type`,
  noUsual: "No history for this type yet",
  stuck: "Seems stuck",
  stuckSince: "No change since",
  stuckChecked: "Switchboard keeps checking.",
  quiet: (time: string) => `No change for ${time}.`,
  backwards: (from: string, to: string) => `The job went back from ${from} to ${to}. The latest state is shown.`,
  watching: {
    live: "Live",
    polling: "Updates every few seconds",
    paused: "Paused while this page is hidden",
    ended: "Live updates ended",
  },
  jobUnread: "The job cannot be read at the moment:",
  reason: "Message from the API",
  cut: "… (shortened; copy to get the full text)",
  copyReason: "Copy the message from the API",
} as const;

export const unknownTexts = {
  title: "Checking the outcome",
  why: "What happened",
  lastLook: "Last check",
  notLooked: "Not checked yet.",
  nextLook: "Next check",
  soon: "now",
  noMoreLooks: "Switchboard checked for a day and has stopped checking.",
  how: "Switchboard searches for a customer with this name and email address, created after the request was sent. If exactly one matches and belongs to no other operation, the outcome is resolved.",
  howContract: "Switchboard reads the customer’s contract. If the change is in effect, the outcome is resolved.",
  candidates: "Matching customers",
  search: "Search customers by name",
  open: "Open customer",
} as const;

export const actionTexts = {
  openCustomer: "Open customer",
  again: "Start again with these values",
  againNote: "This starts a new operation. You can change the values before it is sent.",
  againUnknownNote: "This may create a second customer. Search for the first one before you start.",
  againAlready: "It was already started again. Check that result first.",
  changeAgain: "Change the contract on the customer’s page",
} as const;
