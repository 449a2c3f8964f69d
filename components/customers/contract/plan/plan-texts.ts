import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { plannedHeading, plannedValue } from "#lib/planned/planned-texts.ts";
import type { WhenKind } from "./when.ts";

export const whenTexts = {
  legend: "When",
  kinds: { now: "Now", at: "Later", while: "Temporary" } satisfies Record<WhenKind, string>,
  explained: {
    now: "",
    at: "Nothing is sent before that time, and nothing at all if the contract has changed by then.",
    while: "At the end the contract goes back to what it was just before, unless it was changed in between.",
  } satisfies Record<WhenKind, string>,
  at: "Date and time",
  start: "Start",
  until: "End",
  startPresets: ["tomorrow 00:00", "1st of next month", "in 30 days"],
  endPresets: ["for 7 days", "for 14 days", "for 30 days"],
} as const;

/** The label of the start time. A change that also has an end has a different label. */
export const startLabel = (kind: WhenKind): string => (kind === "while" ? whenTexts.start : whenTexts.at);

export const planTexts = {
  schedule: "Schedule the change",
  scheduling: "Scheduling…",
  stillScheduling: "The change is being scheduled. It is scheduled only once, even if you close this.",
  happens: "What happens",
  /** Shown below the time of the first step. */
  first: (change: BulkChange) =>
    `Switchboard reads the contract. Only if it is still as shown under “Now”, it sends the change of the ${plannedValue(change)}.`,
  second: (change: BulkChange) =>
    `When that is verified, it sends the change of the ${plannedValue(change)}. If it cannot be verified, this second change is not sent.`,
  end: "Switchboard reads the contract again. Only if it is still as this change left it, it goes back to what was read just before the change.",
  whenVerified: "Directly after",
  rules: "What else to know",
  conflict:
    "If the contract has changed by then, in Switchboard or elsewhere, nothing is sent. The planned change is suspended until someone reviews it, and you are notified.",
  late: (grace: string | undefined) =>
    `If it cannot be sent at that time, Switchboard tries again for ${grace ?? "a limited time"}. After that nothing is sent. It is marked as missed, and you get a notification.`,
  rights: "It is sent on your behalf. If you lose the right to change contracts before then, it is suspended.",
  isScheduled: (planned: Pick<PlannedChange, "change" | "then" | "until" | "state">) =>
    `${plannedHeading(planned)} is ${planned.state === "awaiting-approval" ? "requested" : "scheduled"} for`,
  approval: "Nothing is scheduled before a second person has approved it.",
  until: "It ends on",
  notAfter: "It is not sent after",
  nothingElse: "Nothing is sent if the contract has changed by then.",
  open: "Open the planned change",
  exists: "This customer has a planned change",
  existsNow: "If you change the contract now, the planned change is suspended until someone reviews it.",
  existsPlanned: "A customer has one planned change at a time. Cancel or reschedule that one first.",
  existsFor: (planned: Pick<PlannedChange, "change" | "then" | "until">) =>
    `${plannedHeading(planned)} is scheduled for`,
  existsWithout: (planned: Pick<PlannedChange, "change" | "then" | "until">) => plannedHeading(planned),
} as const;
