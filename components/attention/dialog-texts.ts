/* Separate from the page's texts, because the dialogs load later. */

export const snoozeTexts = {
  title: "Snooze until later",
  done: (title: string) => `${title} is snoozed.`,
  explained: "It is hidden for everyone until then, or until its cause is gone.",
  until: "Until",
  /** The first preset is selected when the dialog opens. */
  presets: ["in 4 hours", "in 1 hour", "tomorrow 9:00", "in 3 days", "in 7 days"],
  reason: "Reason",
  reasonNote: "Shown to everyone, and kept in the audit log.",
  failed: "It was not snoozed",
  submit: "Snooze",
  cancel: "Cancel",
} as const;

export const handleTexts = {
  title: "Mark as handled",
  explained:
    "It leaves this list for everyone. Its outcome stays as it is. It comes back if something about it changes.",
  reason: "Reason",
  reasonOptional: "Reason (optional)",
  reasonNote: "Shown to everyone, with your name, and kept in the audit log.",
  done: (title: string) => `${title} is marked as handled.`,
  failed: "It was not marked as handled",
  submit: "Mark as handled",
  cancel: "Cancel",
} as const;

export const releaseTexts = {
  title: "Release more changes",
  explained: "This person or key can then change more customers for an hour. The release is in the audit log.",
  usage: (changed: string, allowed: string) => `Changed in the last hour: ${changed} of ${allowed} customers.`,
  /** Followed by a time. */
  next: "The next one is possible at",
  /** Followed by the reason of the request. */
  asked: "Asked for:",
  over: "No decision is needed: more customers can be changed again, or somebody has already released more.",
  customers: "How many more customers",
  reason: "Reason",
  reasonNote: "Kept in the audit log.",
  failed: "Nothing was released",
  submit: "Release",
  cancel: "Cancel",
  done: (person: string) => `${person} can change more customers.`,
  emergency: {
    title: "Release in an emergency",
    explained:
      "No second person decides. Everybody sees the release under Attention for a day. It needs a second factor.",
    submit: "Release in an emergency",
  },
} as const;
