import type { CustomerState } from "#lib/contract/customers/customer-state.ts";

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
