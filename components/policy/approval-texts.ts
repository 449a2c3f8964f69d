export const approvalPolicyTexts = {
  title: "Approval by a second person",
  note: "What is chosen here is sent only after another person who may change the environment has approved exactly that. Switching a rule off releases nothing that waits already.",
  loading: "Loading the policy…",
  approvers: (count: number) => (count === 1 ? "1 person could approve" : `${count} people could approve`),
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
  save: "Save approvals",
  saving: "Saving…",
  saved: "The policy is saved.",
  failed: "The policy was not changed",
} as const;
