/** The ways in which an API answer can differ from what the console expects, or from earlier answers. */
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

/**
 * The effect of a difference. `breaking`: a page cannot be shown. `hiding`: a page lacks some data. `info`: no effect.
 */
export const severities = ["breaking", "hiding", "info"] as const;

export type Severity = (typeof severities)[number];

/**
 * A person's decision about a difference: accepted everywhere, accepted in this environment, or reported to the API's
 * provider.
 */
export const differenceDecisions = ["accepted", "accepted-here", "reported"] as const;
