import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import type { CustomerState } from "#lib/contract/customers/customer-state.ts";

const asOnAnswers: Readonly<Record<AsOn["answer"], string>> = {
  same: "the same before and after",
  changed: "changed between the readings before and after",
  "not-seen": "not seen at this time",
};

/** Texts of a case summary. They are copied into a ticket as plain text. */
export const caseSummaryTexts = {
  title: "Switchboard case summary",
  environment: "Environment",
  page: "Page",
  customerID: "Customer ID",
  company: "Company",
  state: "State",
  plan: "Plan",
  term: "Term",
  users: "Users",
  administrator: "Administrator",
  created: "Created",
  notProvided: "not provided",
  customerNotRead: "Customer: not read",
  copied: (instant: string) => `Copied: ${instant} (all times are UTC)`,
  operations: "Operations, newest first:",
  none: "none",
  history: "History from what Switchboard has read, newest first:",
  firstState: "First state known",
  createdElsewhere: "Created outside Switchboard",
  elsewhere: (after: string, before: string) => `outside Switchboard between ${after} and ${before}`,
  takenBack: "takes back the change of operation",
  seen: (from: string, until: string) => (from === until ? `seen ${from}` : `seen ${from} to ${until}`),
  asOn: (at: string, answer: AsOn["answer"]) => `As on ${at}: ${asOnAnswers[answer]}`,
  readTwice: (before: string, after: string) => `read ${before} and ${after}`,
  notKnown: "not known",
  lastSeen: "last seen as",
  firstSeen: "first seen as",
  runningJobs: "Jobs that have not ended:",
  readAt: "Read at:",
  notRead: "not read",
  lastRead: (instant: string) => `last successful read ${instant}`,
} as const;

export const stateWords: Readonly<Record<CustomerState, string>> = {
  deleted: "deleted",
  creating: "being created",
  "creation-failed": "creation failed",
  unconfirmed: "creation not confirmed",
  active: "active",
};
