import type { AttentionKind } from "#lib/contract/console/attention.ts";
import type { AttentionUrgency } from "#lib/contract/values/console/attention-kinds.ts";
import { places } from "#lib/places.ts";

export const attentionTexts = {
  title: places.attention.title,
  note: "The most urgent first, in all your environments. An item stays until somebody acts or its cause ends.",
  loading: "Loading what needs attention…",
  owner: "Owner",
  everyone: "Everyone",
  me: "Me",
  environment: "Environment",
  kind: "Kind",
  snoozed: "Snoozed",
  showSnoozed: (count: string) => `Snoozed (${count})`,
  backToOpen: "Back to open items",
  handled: "Handled",
  showHandled: "Handled",
  until: "until",
  approve: "Review and approve",
  release: "Release more…",
  again: "Start again",
  review: "Review",
  labelFor: (label: string, title: string) => `${label}: ${title}`,
  handle: "Mark as handled",
  handleLabel: (title: string) => `Mark as handled: ${title}`,
  handledBy: (person: string) => `Handled by ${person},`,
  snoozedBy: (person: string) => `Snoozed by ${person}`,
  snooze: "Snooze",
  snoozeLabel: (title: string) => `Snooze ${title}`,
  wake: "Show again",
  wakeLabel: (title: string) => `Show ${title} again`,
  woken: (title: string) => `${title} is shown again.`,
  items: { one: "item", other: "items" },
  notRead: "Not everything could be read just now. Something may be missing here:",
  partly: (environment: string, source: string, looked: string, total: string) =>
    source === "known"
      ? `${environment}: only the latest ${looked} of ${total} customers that were changed outside Switchboard were checked. The list of customers shows all.`
      : `${environment}: the first ${looked} of ${total} jobs of the API were checked.`,
  allElsewhere: (environment: string) => `All in ${environment}`,
  empty: "Nothing needs attention",
  emptyNote: "Unknown outcomes, failures and everything that waits for a decision appear here.",
} as const;

export const urgencyNames: Readonly<Record<AttentionUrgency, string>> = {
  unknown: "Outcome unknown",
  stopped: "Stopped",
  decision: "Waiting for a decision",
  failed: "Failed",
  elsewhere: "Changed outside Switchboard",
};

/** Explains the most urgent item and what to do. One text for each kind. */
export const kindNotes: Readonly<Record<AttentionKind, string>> = {
  unknown: "The API's response was lost. Check the result, and record what you find.",
  restored:
    "Switchboard was restored from a backup, so unfinished work does not continue automatically. An administrator releases it.",
  "planned-suspended": "It does not run. Review it again, or cancel it.",
  "planned-missed": "Its time passed without it. Review it again, or cancel it.",
  freeze:
    "A freeze stops the ends of temporary changes, or an administrator ended a freeze early. Check what that means for you, and mark it as handled.",
  "stuck-job": "It has not moved for much longer than usual.",
  "export-stopped":
    "It no longer runs: its owner has lost a right, or its view was deleted. The owner can change and resume it. Another person who may see the view can take it over.",
  approval: "A second person has to approve it. Nothing is sent before that.",
  proposal: "Nothing is sent before an editor decides. Check the values, then accept or reject it.",
  "proposal-limit":
    "New proposals are refused until people have decided about the open ones, or an hour has passed. An administrator can turn the assistant off. This item stays for a day.",
  "approval-rule":
    "No known plan or term fits the rule. Until an administrator corrects it, every change of a plan or term needs approval.",
  "change-limit":
    "This person or key has changed as many customers in an hour as the policy allows, and asks for more. If an administrator has released more in an emergency: check why, and mark it as handled.",
  "bulk-waiting": "Review it, and decide how it continues.",
  "import-waiting": "Review it, and decide how it continues.",
  "handed-over": "A colleague has handed this customer over, to you or to the next shift.",
  "failed-job": "Switchboard does nothing more. Start it again, or mark it as handled.",
  "failed-write": "Nothing was changed. Start it again, or mark it as handled.",
  "export-failed":
    "The last run made no file, or its file was not sent. Check why, then run it again or mark it as handled.",
  elsewhere:
    "No operation of Switchboard explains this change. Another console with the same key may have made it. It is listed for 7 days.",
};

export const sourceNames: Readonly<Record<string, string>> = {
  operations: "operations",
  jobs: "jobs of the API",
  bulk: "bulk changes",
  imports: "imports",
  planned: "planned changes",
  approvals: "approvals",
  "change-limits": "the change limit",
  freezes: "freezes",
  restore: "the last restore",
  "scheduled-exports": "scheduled exports",
  known: "changes outside Switchboard",
  assignments: "hand-overs",
};
