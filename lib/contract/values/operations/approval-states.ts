/** How many customers a bulk change has at least that needs approval, where an administrator sets no other number. */
export const defaultBulkRows = 50;

/** For how long one person's changes count together, in milliseconds. */
export const countedTogetherMs = 24 * 60 * 60_000;

/** How long an approval is waited for, in milliseconds. */
export const approvalWaitMs = 72 * 60 * 60_000;

/** What is approved: one change of a contract, a bulk change, an import, or a planned change. */
export const approvalKinds = ["change", "bulk", "import", "planned"] as const;

export type ApprovalKind = (typeof approvalKinds)[number];

/** `void`: its subject has changed since; `expired`: its time is over without a decision. */
export const approvalStates = ["waiting", "approved", "rejected", "withdrawn", "expired", "void"] as const;

export type ApprovalState = (typeof approvalStates)[number];

/** By which rule something needs a second person. */
export const approvalReasons = [
  "single-changes",
  "planned-changes",
  "imports",
  "bulk-rows",
  "rows-in-24-hours",
  "plan",
  "term",
  // A rule names a value that no known one fits: until it is corrected, it applies to every change of that member.
  "unknown-plan-rule",
  "unknown-term-rule",
  "requested",
] as const;

export type ApprovalReason = (typeof approvalReasons)[number];
