import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import type { CustomerState } from "#lib/contract/customers/customer-state.ts";
import type { Environment } from "#lib/contract/environment.ts";

const asOnAnswers: Readonly<Record<AsOn["answer"], string>> = {
  same: "the same before and after",
  changed: "changed between the readings before and after",
  "not-seen": "not seen at this time",
};

/** Texts of a case summary. They are copied into a ticket. */
export const caseSummaryTexts = {
  environments: { production: "Production", sandbox: "Sandbox" } satisfies Record<Environment, string>,
  customer: "Customer",
  customerID: "Customer ID",
  ticket: "Ticket",
  contract: "Contract",
  contractAsOf: "The API gives no newer contract than of",
  notProvided: (member: string) => `${member} not provided`,
  users: (count: number) => (count === 1 ? "1 user" : `${count} users`),
  administrator: (email: string) => `administrator ${email}`,
  readAt: (time: string) => `read ${time}`,
  planned: "Planned next",
  starts: (time: string) => `starts ${time}`,
  ends: (time: string) => `ends ${time}`,
  runningJob: "Running job",
  pinnedNote: "Pinned note",
  changes: "Requested or changed, newest first",
  elsewhere: "Changed outside Switchboard",
  asOn: (time: string, answer: AsOn["answer"]) => `As on ${time}, ${asOnAnswers[answer]}`,
  asOnAnswers,
  before: "before:",
  after: "after:",
  notSeen: "not seen",
  notRead: "not read",
  copied: (time: string) => `Copied from Switchboard ${time}`,
} as const;

/** Texts of a job's summary. */
export const jobSummaryTexts = {
  environments: caseSummaryTexts.environments,
  job: "Job",
  jobOf: (companyName: string) => `Job of ${companyName}`,
  jobID: "Job ID",
  type: "Type",
  result: "Result",
  failedStep: "Failed step",
  customerID: caseSummaryTexts.customerID,
  requestedBy: "Requested by",
  notHere: "not requested with Switchboard",
  operation: "Operation",
  ticket: caseSummaryTexts.ticket,
  created: "Created",
  updated: "Updated",
  copied: caseSummaryTexts.copied,
} as const;

export const stateWords: Readonly<Record<CustomerState, string>> = {
  deleted: "deleted",
  creating: "being created",
  "creation-failed": "creation failed",
  unconfirmed: "creation not confirmed",
  active: "active",
};
