/** What may wait for a person, the most urgent first: lists, counts and the order of groups follow it. */
export const attentionKinds = [
  "unknown",
  "restored",
  "planned-suspended",
  "planned-missed",
  "stuck-job",
  "approval",
  "bulk-waiting",
  "import-waiting",
  "failed-job",
  "failed-write",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** For how long an item can be put off at most. */
export const maxSnoozeDays = 30;
