import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

export type Member = keyof Contract;

/** The names of the contract's members, for use within a sentence. */
export const memberWords: Readonly<Record<Member, string>> = { plan: "plan", term: "term" };
export const memberTitles: Readonly<Record<Member, string>> = { plan: "Plan", term: "Term" };

const otherOf = (member: Member): Member => (member === "plan" ? "term" : "plan");

/** Texts on the customer's page. */
export const toolTexts = {
  changePlan: "Change plan",
  commandWords: "contract upgrade downgrade package tariff edit",
  changeTerm: "Change term",
  role: "Your role cannot change contracts. An administrator can change your role.",
  deleted: "This customer is deleted, so its contract cannot be changed.",
  job: "A job is running on this customer. You can change the contract when it has ended.",
} as const;

export const formTexts = {
  title: "Change contract",
  what: "What changes",
  both: "Plan and term",
  inTwoSteps:
    "In two steps, because the API changes one at a time: first the plan, then the term. The term is sent only after the plan is verified.",
  newValue: (member: Member) => `New ${memberWords[member]}`,
  loading: "Loading available values…",
  offeredUnread: "The available values could not be loaded. Enter the one you want.",
  choose: (member: Member) => `Choose or enter the new ${memberWords[member]}`,
  same: (member: Member, value: string) =>
    `The ${memberWords[member]} is already “${contractValueName(member, value)}”. Choose another one`,
  summary: "Correct what you have entered",
  notChanged: "The contract was not changed",
  cancel: "Cancel",
  review: "Review the change",
  signIn: "Sign in again. Your choice is kept.",
  requestID: "Request ID",
  tryAgainAfter: "Try again after",
  held: "A job is running on this customer. Nothing can be sent until it has ended.",
} as const;

export const overrideTexts = {
  /**
   * The title of the notice about jobs that may still be running. It counts the jobs that seem stuck and those that
   * cannot be read.
   */
  title: (stuck: number, unreadable: number) => {
    if (unreadable === 0) return "A job on this customer seems stuck but has not ended";
    return stuck === 0
      ? "A job on this customer cannot be read, so it may still be running"
      : "Jobs on this customer seem stuck or cannot be read, so they may still be running";
  },
  /** Shown beside the buttons. */
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
  titleBoth: "Change plan and term?",
  stepOf: (number: number) => `Step ${number}`,
  caption: "What changes",
  id: "Customer ID",
  before: "Now",
  after: "After",
  unchanged: "unchanged",
  nothing: "not provided",
  compare:
    "Switchboard reads the contract again before it sends the change. If the contract is not as shown here, nothing is sent.",
  back: "Back",
  send: (member: Member, value: string) => `Change ${memberWords[member]} to ${contractValueName(member, value)}`,
  sendBoth: (member: Member, value: string, second: string) =>
    `Change ${memberWords[member]} to ${contractValueName(member, value)}, then ${memberWords[otherOf(member)]} to ${contractValueName(otherOf(member), second)}`,
  notSent: "Nothing was sent",
  sending: "Changing…",
  stillSending: "The change is being sent. It continues, and is sent only once, even if you close this.",
} as const;

/** The titles of the steps of a planned change. The dialog loads its remaining texts later. */
export const planStepTexts = {
  title: "Schedule this change?",
  done: "The change is scheduled",
  waiting: "The change waits for approval",
  notScheduled: "The change was not scheduled",
} as const;

export const conflictTexts = {
  title: "The contract has changed in the meantime",
  nothingSent: "Nothing was sent. The contract was changed after you opened it.",
  caption: "The contract as you saw it and as it is now",
  expected: "You saw",
  now: "It is now",
  changed: "changed",
  wanted: (member: Member, value: string) =>
    `You wanted to change the ${memberWords[member]} to “${contractValueName(member, value)}”.`,
  already: (member: Member, value: string) =>
    `The ${memberWords[member]} is already “${contractValueName(member, value)}”. There is nothing left to do.`,
  by: "Last change of this contract in Switchboard:",
  notByConsole: "Switchboard did not make this change. It may have come from elsewhere.",
  close: "Close",
  reviewAgain: "Choose again",
} as const;

export const undoTexts = {
  title: (member: Member) => `Undo the change of the ${memberWords[member]}?`,
  impossible: "This change cannot be undone: it is not verified, or the value from before it is not known.",
  unread: (reason: string) => `The change could not be read, so it is not known how to undo it. ${reason}`,
  movedOn: "Nothing was sent. The contract is no longer as this change left it, so it cannot be undone.",
  left: "After the change",
  caption: "The contract as the change left it and as it is now",
  back: (member: Member, value: string) =>
    `To go back, the ${memberWords[member]} would change to “${contractValueName(member, value)}”.`,
} as const;

export const unknownStepTexts = {
  title: "It is not known whether the change was sent",
  noResponse: "There was no response.",
  response: (detail: string) => `The response does not say whether it was sent: “${detail}”`,
  recorded: "Switchboard records every change before it sends it: check the record.",
  checking: "Checking the record…",
  none: "The change is not in the record so far.",
  unread: "The record could not be read.",
  checkRecord: "Check the record",
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
  firstDone: (member: Member, value: string) =>
    `Step 1 is done: the ${memberWords[member]} is ${contractValueName(member, value)}, verified.`,
  secondWaits: (member: Member, value: string) =>
    `Step 2, change ${memberWords[member]} to ${contractValueName(member, value)}, is sent when step 1 is verified. Keep this open until then.`,
  secondNotSent: (member: Member, value: string) =>
    `Step 2 was not sent, because step 1 is not verified. Still to do: change ${memberWords[member]} to ${contractValueName(member, value)}.`,
  reviewSecond: (member: Member) => `Review the change of the ${memberWords[member]}`,
  readAt: "Read at",
} as const;

export const approvalTexts = {
  title: "A second person has to approve this",
  requested: "Approval requested",
  before: "A second person has to approve it. The change is sent as soon as somebody does.",
  plannedWaits: "A second person has to approve it before it is scheduled.",
  explained:
    "Nothing was sent. Everyone who may change this customer, except you, finds your request under Attention. The change is sent as soon as one of them approves it.",
  request: "Request approval",
  waits: "Your request waits for another person. Nothing was sent.",
  expires: "It expires",
  open: "Open the request",
} as const;
