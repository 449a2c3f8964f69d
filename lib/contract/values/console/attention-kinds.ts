/** The kinds of items that wait for a person. Filters have this order. */
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

/**
 * How urgent an item is, the most urgent first: nobody knows the result of a change; something has stopped; somebody
 * waits for a decision; something failed; something was changed outside Switchboard.
 */
export const attentionUrgencies = ["unknown", "stopped", "decision", "failed", "elsewhere"] as const;

export type AttentionUrgency = (typeof attentionUrgencies)[number];

const urgencyOfKind = {
  unknown: "unknown",
  restored: "stopped",
  "planned-suspended": "stopped",
  "planned-missed": "stopped",
  "stuck-job": "stopped",
  approval: "decision",
  "approval-rule": "decision",
  "bulk-waiting": "decision",
  "import-waiting": "decision",
  "failed-job": "failed",
  "failed-write": "failed",
  elsewhere: "elsewhere",
} as const satisfies Record<AttentionKind, AttentionUrgency>;

/** What decides how an item is treated. A bulk change or an import that is `finished` has failed in part. */
interface ItemState {
  kind: AttentionKind;
  state?: string | undefined;
}

export function urgencyOf({ kind, state }: ItemState): AttentionUrgency {
  return state === "finished" ? "failed" : urgencyOfKind[kind];
}

/**
 * Whether a person can mark an item as handled, and whether they must give a reason. Other items end with the decision
 * that they wait for, so a mark would only hide them.
 */
export function handlingOf(item: ItemState): "with-reason" | "without-reason" | undefined {
  if (urgencyOf(item) === "failed") return "with-reason";
  return item.kind === "elsewhere" || item.kind === "stuck-job" ? "without-reason" : undefined;
}

/** The maximum time for which a person can postpone an item, in days. */
export const maxSnoozeDays = 30;
