/** The kinds of reasons on the caller card, in the order in which the card shows them. */
export const callerReasonKinds = [
  "failed",
  "unknown",
  "job",
  "stuck-job",
  "changed",
  "elsewhere",
  "planned",
  "note",
] as const;

export type CallerReasonKind = (typeof callerReasonKinds)[number];
