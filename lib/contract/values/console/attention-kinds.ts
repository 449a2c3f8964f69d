/** The kinds of items that wait for a person, in the order of the filter. */
export const attentionKinds = [
  "unknown",
  "restored",
  "planned-suspended",
  "planned-missed",
  "freeze",
  "stuck-job",
  "export-stopped",
  "approval",
  "proposal",
  "proposal-limit",
  "approval-rule",
  "change-limit",
  "bulk-waiting",
  "import-waiting",
  "handed-over",
  "failed-job",
  "failed-write",
  "export-failed",
  "elsewhere",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/**
 * How urgent an item is, most urgent first. `unknown`: the result of a change is unknown. `stopped`: something has
 * stopped. `decision`: somebody waits for a decision. `failed`: something failed. `elsewhere`: something was changed
 * outside Switchboard.
 */
export const attentionUrgencies = ["unknown", "stopped", "decision", "failed", "elsewhere"] as const;

export type AttentionUrgency = (typeof attentionUrgencies)[number];

const urgencyOfKind = {
  unknown: "unknown",
  restored: "stopped",
  "planned-suspended": "stopped",
  "planned-missed": "stopped",
  freeze: "stopped",
  "stuck-job": "stopped",
  "export-stopped": "stopped",
  approval: "decision",
  proposal: "decision",
  "proposal-limit": "decision",
  "approval-rule": "decision",
  "change-limit": "decision",
  "bulk-waiting": "decision",
  "import-waiting": "decision",
  "handed-over": "decision",
  "failed-job": "failed",
  "failed-write": "failed",
  "export-failed": "failed",
  elsewhere: "elsewhere",
} as const satisfies Record<AttentionKind, AttentionUrgency>;

/**
 * The members of an item that determine how it is treated. A `finished` bulk change or import is an item only if some
 * of its rows failed or have an unknown result.
 */
interface ItemState {
  kind: AttentionKind;
  state?: string | undefined;
}

export function urgencyOf({ kind, state }: ItemState): AttentionUrgency {
  return state === "finished" ? "failed" : urgencyOfKind[kind];
}

/**
 * Whether a person can mark an item as handled, and whether the mark needs a reason. Undefined if a person cannot mark
 * the item: such an item ends when a person decides or acts, and a mark would only hide it.
 */
export function handlingOf(item: ItemState): "with-reason" | "without-reason" | undefined {
  if (item.kind === "change-limit" && item.state === "emergency") return "without-reason";
  if (urgencyOf(item) === "failed") return "with-reason";
  return item.kind === "elsewhere" || item.kind === "stuck-job" || item.kind === "freeze"
    ? "without-reason"
    : undefined;
}

/** The maximum time for which a person can postpone an item, in days. */
export const maxSnoozeDays = 30;
