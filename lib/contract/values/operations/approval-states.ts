/** The default value of the rule `bulkRows`: a bulk change with at least this many customers needs approval. */
export const defaultBulkRows = 50;

/** The period over which the changes of one person are added up, in milliseconds. */
export const countedTogetherMs = 24 * 60 * 60_000;

/** How long a request waits for approval before it expires, in milliseconds. */
export const approvalWaitMs = 72 * 60 * 60_000;

/** The kinds of subjects that are approved: one change of a contract, a bulk change, an import, or a planned change. */
export const approvalKinds = ["change", "bulk", "import", "planned"] as const;

export type ApprovalKind = (typeof approvalKinds)[number];

/** `void`: the content has changed since the request. `expired`: nobody decided in time. */
export const approvalStates = ["waiting", "approved", "rejected", "withdrawn", "expired", "void"] as const;

export type ApprovalState = (typeof approvalStates)[number];

/** The approval rules that can apply. */
export const approvalReasons = [
  "single-changes",
  "planned-changes",
  "imports",
  "bulk-rows",
  "rows-in-24-hours",
  "plan",
  "term",
  // The rule contains a plan or a term that matches no known value. Until the rule is corrected, it applies to every
  // change of plan or term.
  "unknown-plan-rule",
  "unknown-term-rule",
  "requested",
] as const;

export type ApprovalReason = (typeof approvalReasons)[number];
