import type { OperationState } from "#lib/contract/operations/operation.ts";
import type { OutcomeFilter } from "#lib/contract/operations/operation-requests.ts";
import { operationColumnNames } from "#lib/contract/values/operations/operation-columns.ts";
import { needsAttentionName, outcomeNames } from "#lib/operation-kinds/outcome-texts.ts";
import { places } from "#lib/places.ts";

export const operationsTexts = {
  title: places.operations.title,
  intro: "Everything requested from the API through Switchboard, with results. Newest first.",
  pager: "Pages of operations",
  loading: "Loading operations…",
  empty: "No operations yet",
  emptyReason:
    "An operation records what someone requests through Switchboard: who, what and with which result. It appears here as soon as a customer is created or a contract is changed.",
  noMatch: "No operations match these filters",
  create: "Create customer",
  copyID: "Copy operation ID",
  copyCustomerID: "Copy customer ID",
  copyJobID: "Copy job ID",
  copyEmail: "Copy e-mail of the requester",
  openJob: "Open job",
  operationID: "Operation ID",
  customerID: "Customer ID",
  jobID: "Job ID",
  bulk: "Bulk change",
  import: "Import",
  export: "Export",
  exportWords: "download csv file operations",
} as const;

export const exportTexts = {
  title: "Export operations",
  scope: "at the moment, as a CSV file, newest first.",
  filtered: "The filters of this page apply.",
  all: "No filter applies: the file has every operation of this environment.",
  complete: "The download ends with your session. A file that is cut off says so in its last line.",
  download: "Download CSV",
  cancel: "Cancel",
} as const;

export const operationFilterTexts = {
  mine: "Me",
  kind: "Type",
  outcomes: "Outcome",
  states: "Request",
  customer: "Customer",
  ticket: "Ticket",
  search: "Search operations",
  searchPlaceholder: "Company or ID",
  days: "Recorded",
  person: "Requested by",
} as const;

/** The names of outcomes for the filter. An outcome also depends on the operation's job. */
export const outcomeFilterNames: Readonly<Record<OutcomeFilter, string>> = {
  "needs-attention": needsAttentionName,
  ...outcomeNames,
};

/**
 * The names of states for the filter. A state only says how the request itself ended, and does not depend on the job.
 */
export const stateNames: Readonly<Record<OperationState, string>> = {
  recorded: "Recorded",
  sent: "Sent",
  accepted: "Accepted",
  rejected: "Refused",
  unknown: "Unknown",
  reconciled: "Resolved by checking",
};

export const columnTexts = operationColumnNames;

export const detailTexts = {
  pageTitle: "Operation",
  loading: "Loading the operation…",
  link: "Link",
  copyLink: "Copy the link to this operation",
  result: "Result",
  openCustomer: "Open the customer",
  asked: "Request",
  askedBy: "Requested by",
  ticket: "Ticket",
  ticketReason: "Reason",
  operationID: "Operation ID",
  customer: "Customer",
  job: "Job",
  bulk: "Part of a bulk change",
  import: "Part of an import",
  override: "Sent anyway, despite unfinished jobs",
  again: "Repeat of",
  repeatedBy: "Repeated as",
  undoOf: "Undo of",
  undoneBy: "Undone by",
  rawRequest: "Full request",
  copyRequest: "Copy the request",
  notRead: "not read",
  times: "Timeline",
  recorded: "Recorded",
  sent: "Sent to the API",
  answered: "Response received",
  resolved: "Resolved by checking",
  prevented: "Not sent",
  notSent: "Sending failed",
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
  candidates: "Matching customers",
  search: "Search customers by name",
  open: "Open the customer",
} as const;
