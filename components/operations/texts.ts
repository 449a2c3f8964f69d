import type { Operation, OperationOutcome, OperationState } from "#lib/contract/operation.ts";
import type { OperationPhase } from "#lib/operation-outcome.ts";

export const operationsTexts = {
  bulks: "Bulk changes",
  title: "Operations",
  intro: "Everything that was asked of the API through this console, and what became of it. Newest first.",
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
  whose: "Whose",
  all: "Everybody’s",
  mine: "Mine",
  kind: "What",
  anyKind: "Anything",
  outcomes: "Outcome",
  states: "Request",
  customer: "Customer",
  removeCustomer: (customerID: string) => `Remove the filter by customer ${customerID}`,
} as const;

export const kindNames: Readonly<Record<Operation["kind"], string>> = {
  "create-customer": "Creations",
  "change-contract": "Contract changes",
};

/** What it has come to by now, its job included, as a filter. */
export const outcomeNames: Readonly<Record<OperationOutcome, string>> = {
  running: "Running",
  done: "Done",
  "needs-look": "Needs a look",
};

/** What became of the request itself, whatever its job did, as a filter. */
export const stateNames: Readonly<Record<OperationState, string>> = {
  recorded: "Recorded",
  sent: "Sent",
  accepted: "Accepted",
  rejected: "Refused",
  unknown: "Unknown",
  reconciled: "Found out",
};

export const columnTexts = {
  what: "What",
  who: "Who",
  state: "State",
  customer: "Customer",
  job: "Job",
  at: "Recorded",
} as const;

/** How a write stands in a sentence, by kind where it matters. */
export const phaseSentences: Readonly<Record<OperationPhase, Readonly<Record<Operation["kind"], string>>>> = {
  recorded: same("It is recorded, and about to be sent."),
  sent: same("It was sent; the API has not answered yet."),
  running: {
    "create-customer": "The API has accepted it and works on it. You may close this page: it goes on all the same.",
    "change-contract": "The API has accepted it and works on it. You may close this page: it goes on all the same.",
  },
  unknown: same("The API’s answer was lost, so it may have been done or not. It is never sent again by itself."),
  succeeded: { "create-customer": "The customer is created.", "change-contract": "The contract is changed." },
  confirmed: same("Reading the customer again has shown the change in force."),
  accepted: {
    "create-customer": "The API has accepted it and named no job that could be followed.",
    "change-contract": "The API has accepted it; reading it again has not confirmed it.",
  },
  found: {
    "create-customer": "The answer was lost. Reading has shown exactly one customer that fits: it was created.",
    "change-contract": "The answer was lost. Reading has shown the change in force.",
  },
  failed: {
    "create-customer": "The API could not create the customer.",
    "change-contract": "The API failed to do it.",
  },
  cancelled: same("The API has cancelled it."),
  refused: same("The API has refused it. Nothing was changed."),
  "not-sent": same("Nothing was sent and nothing was changed."),
  vanished: same("The API does not know its job any more, and nobody saw it end. Look for the customer to be sure."),
};

function same(text: string): Record<Operation["kind"], string> {
  return { "create-customer": text, "change-contract": text };
}

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
  outcomeOf: "What became of it",
  asked: "What was asked",
  askedBy: "Asked by",
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
  times: "Course",
  recorded: "Recorded",
  sent: "Sent to the API",
  answered: "Answered",
  found: "Found out",
  lost: "Answer lost",
  confirmed: "Confirmed by reading",
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
  title: "What is being done about it",
  why: "What happened",
  lastLook: "Last look",
  notLooked: "The console looks for the first time just now.",
  nextLook: "Next look",
  soon: "now",
  noMoreLooks: "The console has looked for a day and looks no more.",
  how: "The console looks for a customer of this name and address that was created since it was sent. Exactly one that belongs to no other operation settles it.",
  howContract: "The console reads the customer’s contract: the change in force settles it.",
  candidates: "Customers that would fit",
  search: "Search for the customer by name",
  open: "Open the customer",
} as const;

export const actionTexts = {
  openCustomer: "Open the customer",
  again: "Start again with these values",
  againNote: "As a new operation. You can change the values before it is sent.",
  againUnknownNote: "It may create a second customer: look for the first one before.",
  againAlready: "It was started again already: look at what became of that first.",
  changeAgain: "Change the contract on the customer’s page",
} as const;
