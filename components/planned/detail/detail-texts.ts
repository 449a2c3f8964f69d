import type { PlannedAction, PlannedChange, PlannedStep } from "#lib/contract/operations/planned.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { plannedHeading, plannedStateNames, plannedValue } from "#lib/planned/planned-texts.ts";

export const detailTexts = {
  title: "Planned change",
  /** The document's title. If the customer's name is known, the title begins with it. */
  documentTitle: (planned: PlannedChange) => [planned.companyName, plannedHeading(planned)].filter(Boolean).join(": "),
  loading: "Loading the planned change…",
  steps: "Steps",
  facts: "Details",
  history: "History",
  applies: (step: PlannedStep) => `Change ${plannedValue(step.change)}`,
  reverts: (step: PlannedStep) => `Go back: ${plannedValue(step.change)}`,
  notAfter: "Not sent after",
  follows: (number: number) => `Directly after step ${number}, once that is verified`,
  operation: "Open the operation",
  attempts: (count: number) => `Started ${count} times. It was sent at most once.`,
  original: "Before",
  thisChange: "This change",
  reviewed: "Reviewed",
  found: "Found",
  compared: "The contract at this step",
  member: { plan: "Plan", term: "Term" },
  notProvided: "not provided",
  requestedBy: "Requested by",
  view: "Only while in the view",
  responsible: "Responsible",
  reason: "Reason",
  ticket: "Ticket",
  created: "Created",
  changed: "Last edited",
  expected: "Reviewed contract",
  expectedText: ({ plan, term }: { plan?: string | undefined; term?: string | undefined }) =>
    [plan && contractValueName("plan", plan), term && contractValueName("term", term)].filter(Boolean).join(", "),
  openApproval: "Open the request for approval",
  audit: "Audit log of this customer",
  viewerOnly: "You can view this planned change. To decide about it, you need the editor role.",
} as const;

/** The next step of a planned change, or its result. After some of these texts, the page adds a time. */
export const nextTexts = {
  "awaiting-approval": "A second person has to approve it. Nothing is scheduled before that.",
  scheduled: "It is scheduled for",
  scheduledRule: "Nothing is sent if the contract has changed by then.",
  inEffect: "It is in effect until",
  inEffectRule: "Then it goes back to what it was before, if the contract is still as this change left it.",
  held: "A freeze stops the next step. It is sent after the freeze, unless its latest time has passed by then.",
  claimed: "It is running now.",
  unknown: "The API's response was lost. Switchboard checks what happened and never sends it again automatically.",
  suspended: "It is suspended. Nothing is sent until someone reviews it.",
  missed: "It was missed: nothing was sent before its latest time, and nothing is sent any more.",
  done: "It is done.",
  failed: "It failed. Nothing more is sent.",
  cancelled: "It was cancelled. Nothing more is sent.",
  rejected: "It was rejected. Nothing is sent.",
  expired: "It was not approved in time. Nothing is sent.",
} as const;

/** The label of a decision's button. It depends on the state of the planned change. */
export function actionName(
  action: PlannedAction,
  { isInEffect, isRevertHeld }: { isInEffect: boolean; isRevertHeld: boolean },
): string {
  switch (action) {
    case "cancel":
      return "Cancel the planned change";
    case "reschedule":
      return isInEffect ? "Postpone the end" : "Reschedule";
    case "resume":
      return "Review again";
    case "revert-now":
      return isRevertHeld ? "Go back anyway" : "End now";
    case "keep":
      return "Keep for good";
    case "take-over":
      return "Take over";
  }
}

interface DecisionTexts {
  title: string;
  explained: string;
  submit: string;
}

/** The texts of a decision's dialog. */
export function decisionTexts(
  action: PlannedAction,
  given: { isInEffect: boolean; isRevertHeld: boolean },
): DecisionTexts {
  const { isInEffect, isRevertHeld } = given;
  switch (action) {
    case "cancel":
      return {
        title: "Cancel this planned change?",
        explained: "Nothing of it is sent any more. This cannot be undone; plan it again if you need it.",
        submit: "Cancel the planned change",
      };
    case "reschedule":
      return isInEffect
        ? {
            title: "Postpone the end?",
            explained: "The change stays in effect until the new end.",
            submit: "Postpone the end",
          }
        : {
            title: "Reschedule this planned change?",
            explained: "Nothing is sent before the new time. Where approval is required, it has to be approved again.",
            submit: "Reschedule",
          };
    case "resume":
      return {
        title: "Review this planned change again",
        explained:
          "If you schedule it again, it is sent only if the contract is still as shown under “Now”. You become the responsible person.",
        submit: "Schedule it again",
      };
    case "revert-now":
      return isRevertHeld
        ? {
            title: "Go back anyway?",
            explained:
              "The contract is no longer as this change left it. Going back overwrites what is shown under “Now”. It is sent only if the contract is still as shown.",
            submit: "Go back anyway",
          }
        : {
            title: "End it now?",
            explained:
              "Switchboard reads the contract and goes back to what it was before, if it is still as this change left it.",
            submit: "End it now",
          };
    case "keep":
      return {
        title: "Keep the change for good?",
        explained: "The contract stays as it is, and the planned change ends. Nothing is sent.",
        submit: "Keep for good",
      };
    case "take-over":
      return {
        title: "Take over this planned change?",
        explained: "You become the responsible person: it is then sent with your rights. Nothing else changes.",
        submit: "Take over",
      };
  }
}

export const dialogTexts = {
  cancel: "Back",
  failed: "Nothing was changed",
  at: "New date and time",
  until: "New end",
  now: "Now",
  reading: "Reading the contract…",
  unread: "The contract could not be read, so it cannot be reviewed now.",
  moved: "It has changed in the meantime. Its current state is shown; decide again.",
  caption: "The contract",
} as const;

export const historyTexts = {
  requested: (email: string) => `Requested by ${email}`,
  approved: (email: string) => `Approved by ${email}`,
  released: (email: string) => `Released in an emergency by ${email}`,
  rejected: (email: string) => `Rejected by ${email}`,
  withdrawn: (email: string) => `Request withdrawn by ${email}`,
  expired: "Approval expired",
  operation: (what: string, outcome: string) => `${what}: ${outcome}`,
  state: (what: string, state: PlannedStep["state"]) => `${what}: ${plannedStateNames[state].toLowerCase()}`,
  finished: (state: PlannedChange["state"]) => `Over: ${plannedStateNames[state].toLowerCase()}`,
} as const;
