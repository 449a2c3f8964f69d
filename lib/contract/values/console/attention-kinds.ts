/** The kinds of items that wait for a person, the most urgent first. Lists, counts and groups have this order. */
export const attentionKinds = [
  "unknown",
  "restored",
  "planned-suspended",
  "planned-missed",
  "stuck-job",
  "approval",
  "approval-rule",
  "bulk-waiting",
  "import-waiting",
  "failed-job",
  "failed-write",
  "elsewhere",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** The maximum time for which a person can postpone an item, in days. */
export const maxSnoozeDays = 30;
