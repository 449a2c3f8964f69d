import type { Contract } from "#lib/contract/customer.ts";

export type Member = keyof Contract;

/** A contract's members as they are called in sentences. */
export const memberWords: Readonly<Record<Member, string>> = { plan: "plan", term: "term" };
export const memberTitles: Readonly<Record<Member, string>> = { plan: "Plan", term: "Term" };

/** On the customer's page. */
export const panelTexts = {
  title: "Contract",
  reload: "Reload contract",
  loading: "Reading the contract…",
  notRead: "The contract could not be read: it comes with the facts, where the reason stands.",
  plan: "Plan",
  term: "Term",
  notTold: "The API does not tell",
  changePlan: "Change plan",
  changeTerm: "Change term",
  confirmed: "Last change confirmed upstream",
  by: "by",
  busy: "A job runs on this customer. Its contract can be changed when the job is over.",
  deleted: "The customer is deleted: its contract is not offered for change.",
} as const;

export const formTexts = {
  title: "Change contract",
  what: "What changes",
  oneAtATime: "One at a time: the API refuses a change of both at once. Change the other one afterwards.",
  newValue: (member: Member) => `New ${memberWords[member]}`,
  present: "present",
  other: (member: Member) => `Another ${memberWords[member]}`,
  otherNote: "As the API writes it. Only the API knows whether there is such a one.",
  loading: "Reading what is on offer…",
  offeredUnread: "The values on offer could not be read: enter the one that you want.",
  choose: (member: Member) => `Choose the new ${memberWords[member]}`,
  enter: (member: Member) => `Enter the new ${memberWords[member]}`,
  tooLong: (member: Member) => `The ${memberWords[member]} must be 200 characters or less`,
  same: (member: Member, value: string) => `The ${memberWords[member]} is “${value}” already: choose another one`,
  summary: "The contract is not changed yet",
  notChanged: "The contract was not changed",
  cancel: "Cancel",
  review: "Review the change",
  signIn: "Sign in again: what you chose is kept",
  requestID: "Request ID",
  tryAgainAfter: "Try again after",
  held: "A job runs on this customer. Nothing can be sent until it is over.",
} as const;

export const stuckTexts = {
  /** At the buttons. */
  mayBeChanged: "What runs on this customer looks stuck. The contract can be changed in spite of it.",
  list: "Jobs that look stuck",
  job: "Job",
  copyID: "Copy job ID",
  unchangedSince: "unchanged since",
  title: "A job on this customer looks stuck, but is not over",
  risk: "If it goes on after all, it may undo this change or fail because of it. The API may also refuse the change for as long as the job is there.",
  tick: "Send the change in spite of it",
  missing: "Tick this to send the change in spite of the job, or go back and leave the contract as it is",
} as const;

export const reviewTexts = {
  title: (member: Member) => `Change the ${memberWords[member]}?`,
  caption: "What changes",
  id: "Customer ID",
  before: "Now",
  after: "After",
  unchanged: "stays",
  nothing: "not told",
  compare: "Before anything is sent the console reads the contract again. If it is not as shown here, nothing is sent.",
  back: "Back",
  send: (member: Member, value: string) => `Change ${memberWords[member]} to ${value}`,
  sending: "Changing…",
  stillSending: "The change is being sent: it goes on, and is sent once, even when this is closed.",
} as const;

export const conflictTexts = {
  title: "The contract has changed meanwhile",
  nothingSent: "Nothing was sent. Somebody changed the contract after you had opened it.",
  caption: "The contract as you saw it and as it is now",
  member: "Contract",
  seen: "You saw",
  now: "It is now",
  changed: "changed",
  wanted: (member: Member, value: string) => `You wanted to change the ${memberWords[member]} to “${value}”.`,
  already: (member: Member, value: string) =>
    `The ${memberWords[member]} is “${value}” already: there is nothing left to do.`,
  by: "The console's last change of this contract:",
  notByConsole: "The console did not make this change: it may have come from elsewhere.",
  close: "Close",
  anew: "Choose anew",
} as const;

export const lostTexts = {
  title: "The console did not answer",
  explained:
    "Whether the change was sent is not known. The console keeps every change before it sends it, so its record tells.",
  looking: "Looking into the record…",
  none: "There is no trace of it in the record so far: it has not been sent.",
  unread: "The record could not be read.",
  lookAgain: "Look again",
  back: "Back to the review",
} as const;

export const resultTexts = {
  title: (member: Member) => `Change of the ${memberWords[member]}`,
  done: "Done",
  operation: "Open the operation",
  job: "Progress of the job",
  openJob: "Open the job",
  readAgain: "Read the contract again",
  readingAgain: "Reading…",
  readAt: "Read at",
  verdicts: {
    confirmed: {
      title: "Confirmed upstream",
      text: "The API accepted the change, and reading it back shows it in force.",
    },
    reconciled: {
      title: "Confirmed upstream",
      text: "The API's answer was lost, but reading shows that the change is in force. It was sent once.",
    },
    running: {
      title: "Accepted: a job carries it out",
      text: "The API accepted the change. It is in force when the job has succeeded; that goes on without this page.",
    },
    jobDone: {
      title: "The job is done",
      text: "The job has succeeded, and reading shows the change in force.",
    },
    jobDoneUnseen: {
      title: "The job is done, the change is not seen yet",
      text: "The job has succeeded, but the contract as it was read last does not show the change.",
    },
    jobFailed: {
      title: "The job did not succeed",
      text: "The API accepted the change, but the job that should carry it out has ended without success.",
    },
    jobGone: {
      title: "The job has vanished",
      text: "The API does not know the job any more, so its end was not seen.",
    },
    unseen: {
      title: "Accepted, not confirmed",
      text: "The API accepted the change, but reading the contract does not show it. It may take effect later.",
    },
    unknown: {
      title: "The outcome is not known",
      text: "The answer was lost. The console finds out by reading, and never sends it again by itself.",
    },
    waiting: {
      title: "Sent: the answer is awaited",
      text: "The console keeps what becomes of it.",
    },
    rejected: {
      title: "The change was refused",
      text: "Nothing was changed.",
    },
  },
} as const;
