/** How an answer of the API can differ from the contract, or from earlier answers. */
export const differenceKinds = [
  "unreadable",
  "missing",
  "sometimes-missing",
  "gone",
  "other-name",
  "other-envelope",
  "other-type",
  "null",
  "other-format",
  "unknown-word",
  "new-word",
  "unknown-member",
  "other-status",
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** What a difference does: a page cannot be shown, something on it is missing, or it is only news. */
export const severities = ["breaking", "hiding", "info"] as const;

export type Severity = (typeof severities)[number];

/** What a person decided: it is all right everywhere, in this environment, or it was reported to the API's provider. */
export const differenceDecisions = ["accepted", "accepted-here", "reported"] as const;
