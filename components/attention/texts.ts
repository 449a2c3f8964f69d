import type { AttentionKind } from "#lib/contract/console/attention.ts";
import { places } from "#lib/places.ts";

export const attentionTexts = {
  title: places.attention.title,
  note: "Everything that goes on only when a person acts, in all your environments. An item disappears by itself when its cause is gone.",
  loading: "Loading what needs attention…",
  owner: "Owner",
  everyone: "Everyone",
  me: "Me",
  environment: "Environment",
  anyEnvironment: "All",
  kind: "Kind",
  anyKind: "All",
  snoozed: "Snoozed",
  showSnoozed: (count: string) => `Snoozed (${count})`,
  backToOpen: "Back to open items",
  until: "until",
  snoozedBy: (email: string) => `Snoozed by ${email}`,
  snooze: "Snooze",
  snoozeLabel: (title: string) => `Snooze ${title}`,
  wake: "Show again",
  wakeLabel: (title: string) => `Show ${title} again`,
  woken: (title: string) => `${title} is shown again.`,
  done: (title: string) => `${title} is snoozed.`,
  items: { one: "item", other: "items" },
  notRead: "Not everything could be read just now. Something may be missing here:",
  partly: (environment: string, source: string, looked: string, total: string) =>
    source === "known"
      ? `${environment}: only the latest ${looked} of ${total} customers that were changed outside Switchboard were checked. The list of customers shows all.`
      : `${environment}: the first ${looked} of ${total} jobs of the API were checked.`,
  allElsewhere: (environment: string) => `All in ${environment}`,
  empty: "Nothing needs attention",
  emptyNote:
    "When an outcome stays unknown, a job fails or seems stuck, a bulk change waits for you, or somebody asks for your approval, it appears here.",
  emptyMine: "Nothing waits for you",
  emptyFiltered: "Nothing matches these filters",
  emptySnoozed: "Nothing is snoozed",
  emptySnoozedNote: "An item that can wait is snoozed with a reason until a time. It then comes back for everyone.",
} as const;

/** A note for each group whose name does not say what to do. */
export const kindNotes: Readonly<Record<AttentionKind, string>> = {
  unknown: "The API's response was lost. Check the result, and tell Switchboard what you find.",
  restored:
    "The store was restored from a backup, so nothing that it had under way continues by itself. An administrator releases it.",
  "planned-suspended": "They do not run. Review each again, or cancel it.",
  "planned-missed": "Their time passed without them. Review each again, or cancel it.",
  "stuck-job": "They have not moved for much longer than usual.",
  approval: "A second person has to approve each of them. Nothing is sent before that.",
  "approval-rule":
    "No known plan or term fits them. Until an administrator corrects them, every change of a plan or term needs approval.",
  "bulk-waiting": "They continue only when a person decides.",
  "import-waiting": "They continue only when a person decides.",
  "failed-job": "Nothing more happens by itself. Each is listed for 7 days, or until it is started again.",
  "failed-write": "Nothing was changed. Each is listed for 7 days, or until it is started again.",
  elsewhere:
    "No operation of Switchboard explains these changes, which another console with the same key makes too. Each is listed for 7 days.",
};

export const sourceNames: Readonly<Record<string, string>> = {
  operations: "operations",
  jobs: "jobs of the API",
  bulk: "bulk changes",
  imports: "imports",
  planned: "planned changes",
  approvals: "approvals",
  restore: "the last restore",
  known: "changes outside Switchboard",
};

export const snoozeTexts = {
  title: "Snooze until later",
  explained: "It is hidden for everyone until then. It ends earlier by itself when its cause is gone.",
  until: "For",
  durations: [
    { hours: 1, label: "1 hour" },
    { hours: 4, label: "4 hours" },
    { hours: 24, label: "1 day" },
    { hours: 72, label: "3 days" },
    { hours: 168, label: "7 days" },
    { hours: 719, label: "30 days" },
  ],
  reason: "Reason",
  reasonNote: "Shown to everyone, and kept in the audit log.",
  failed: "It was not snoozed",
  submit: "Snooze",
  cancel: "Cancel",
} as const;
