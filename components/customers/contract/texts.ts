import type { Contract } from "#lib/contract/customer.ts";

export type Member = keyof Contract;

/** A contract's members as they are called in sentences. */
export const memberWords: Readonly<Record<Member, string>> = { plan: "plan", term: "term" };
export const memberTitles: Readonly<Record<Member, string>> = { plan: "Plan", term: "Term" };

/** On the customer's page. */
export const panelTexts = {
  title: "Contract",
  reload: "Reload contract",
  loading: "Loading contract…",
  notRead: "The contract could not be loaded. It comes with the facts: see the reason there.",
  plan: "Plan",
  term: "Term",
  notTold: "Not provided by the API",
  changePlan: "Change plan",
  changeTerm: "Change term",
  confirmed: "Last verified change",
  by: "by",
  busy: "A job is running on this customer. You can change the contract when the job has ended.",
  deleted: "This customer is deleted, so its contract cannot be changed here.",
} as const;

export const formTexts = {
  title: "Change contract",
  what: "What changes",
  oneAtATime: "One at a time: the API refuses to change both at once. Change the other one afterwards.",
  newValue: (member: Member) => `New ${memberWords[member]}`,
  present: "current",
  other: (member: Member) => `Another ${memberWords[member]}`,
  otherNote: "Enter it as the API spells it. Switchboard cannot check whether it exists.",
  loading: "Loading available values…",
  offeredUnread: "The available values could not be loaded. Enter the one you want.",
  choose: (member: Member) => `Choose the new ${memberWords[member]}`,
  enter: (member: Member) => `Enter the new ${memberWords[member]}`,
  timedOut: (member: Member) => `The ${memberWords[member]} must be 200 characters or less`,
  same: (member: Member, value: string) => `The ${memberWords[member]} is already “${value}”. Choose another one`,
  summary: "The contract is not changed yet",
  notChanged: "The contract was not changed",
  cancel: "Cancel",
  review: "Review the change",
  signIn: "Sign in again. Your choice is kept.",
  requestID: "Request ID",
  tryAgainAfter: "Try again after",
  held: "A job is running on this customer. Nothing can be sent until it has ended.",
} as const;

export const overrideTexts = {
  /** What may be running, by how many jobs seem stuck and how many cannot be read. */
  title: (stuck: number, unreadable: number) => {
    if (unreadable === 0) return "A job on this customer seems stuck but has not ended";
    return stuck === 0
      ? "A job on this customer cannot be read, so it may still be running"
      : "Jobs on this customer seem stuck or cannot be read, so they may still be running";
  },
  /** At the buttons. */
  mayBeChanged: "You can change the contract anyway.",
  list: "Jobs that may still be running",
  job: "Job",
  copyID: "Copy job ID",
  unchangedSince: "unchanged since",
  unreadable: "could not be read:",
  risk: "If it is still running, it may undo this change or fail because of it. The API may also refuse the change while the job exists.",
  tick: "Send the change anyway",
  missing: "Tick this to send the change anyway, or go back and leave the contract as it is",
} as const;

export const reviewTexts = {
  title: (member: Member) => `Change the ${memberWords[member]}?`,
  caption: "What changes",
  id: "Customer ID",
  before: "Now",
  after: "After",
  unchanged: "unchanged",
  nothing: "not provided",
  compare:
    "Switchboard reads the contract again before it sends the change. If the contract is not as shown here, nothing is sent.",
  back: "Back",
  send: (member: Member, value: string) => `Change ${memberWords[member]} to ${value}`,
  sending: "Changing…",
  stillSending: "The change is being sent. It continues, and is sent only once, even if you close this.",
} as const;

export const conflictTexts = {
  title: "The contract has changed in the meantime",
  nothingSent: "Nothing was sent. The contract was changed after you opened it.",
  caption: "The contract as you saw it and as it is now",
  member: "Contract",
  seen: "You saw",
  now: "It is now",
  changed: "changed",
  wanted: (member: Member, value: string) => `You wanted to change the ${memberWords[member]} to “${value}”.`,
  already: (member: Member, value: string) =>
    `The ${memberWords[member]} is already “${value}”. There is nothing left to do.`,
  by: "Last change of this contract in Switchboard:",
  notByConsole: "Switchboard did not make this change. It may have come from elsewhere.",
  close: "Close",
  anew: "Choose again",
} as const;

export const lostTexts = {
  title: "It is not known whether the change was sent",
  explained: "There was no response. Switchboard records every change before it sends it: check the record.",
  looking: "Checking the record…",
  none: "The change is not in the record so far.",
  unread: "The record could not be read.",
  lookAgain: "Check the record",
  back: "Back to review",
} as const;

export const resultTexts = {
  title: (member: Member) => `Change of the ${memberWords[member]}`,
  done: "Done",
  operation: "Open the operation",
  job: "Progress of the job",
  openJob: "Open the job",
  outcome: (member: Member, word: string) => `Change of the ${memberWords[member]}: ${word}`,
  readAgain: "Read the contract again",
  readingAgain: "Reading…",
  readAt: "Read at",
} as const;
