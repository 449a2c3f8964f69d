export const approvalPolicyTexts = {
  title: "Approval by a second person",
  note: "What is chosen here is sent only after another person who may change the environment has approved exactly that. Switching a rule off releases nothing that waits already.",
  approvers: (count: number) => (count === 1 ? "1 person could approve" : `${count} people could approve`),
  requesters: (count: number, without: number) =>
    without === 0
      ? "Everyone who may request has somebody who could approve"
      : `Nobody could approve for ${without} of ${count} who may request`,
  requestersNote:
    "Nobody can approve what they requested or edited themselves. Nobody can approve through another account either: a person cannot approve what was requested with an API key that they made, or by an account that they invited, reset, enabled or changed within 7 days, and the other way round. Changes made on the server's command line do not count.",
  key: (name: string) => `API key ${name}`,
  hasApprover: "Somebody could approve",
  noApprover: "Nobody could approve, except in an emergency",
  noApproverUntil: "Nobody could approve until",
  bulk: "Large bulk changes",
  bulkNote: "All changes of one person within 24 hours count together, so that splitting them does not help.",
  rows: "From this number of customers",
  planned: "Planned changes",
  plannedNote: "Each planned change waits for approval before it is scheduled.",
  imports: "Imports",
  importsNote: "Each import of customers from a file waits for approval.",
  single: "Every contract change",
  singleNote: "Each change of a single contract waits for approval.",
  values: { plan: "Changes to these plans", term: "Changes to these terms" },
  others: { plan: "Other plans", term: "Other terms" },
  valuesHint: "Separated by commas",
  unknown: {
    plan: (value: string) =>
      `“${value}” was never seen: no customer is known to have this plan. Until one is, every change of a plan needs approval.`,
    term: (value: string) =>
      `“${value}” was never seen: no customer is known to have this term. Until one is, every change of a term needs approval.`,
  },
  means: (value: string, known: readonly string[]) =>
    known.length === 1 ? `“${value}” is saved as ${known[0]}.` : `“${value}” applies to ${known.join(" and ")}.`,
  saved: "Saved. It counts from the next request on.",
} as const;
