import { type BulkChange, changedValue } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { changePhrase, environmentWords } from "./texts.ts";

type Given = { change: BulkChange; environment: Environment; count: string };

/** What the page says about where it stands, and what its buttons do. */
export const stepTexts = {
  checking: "Every customer is read first. Nothing is sent.",
  ready: ({ count, environment }: Given) =>
    `${count} would change in ${environmentWords[environment]}. Nothing has been sent. One customer goes first, alone, and is read back.`,
  canary: "One customer is changed alone and read back.",
  canaryWell: ({ count }: Given) => `It went through. ${count} still wait for you.`,
  canaryFailed: ({ count }: Given) =>
    `It did not go through, so the rest is held back. Try another customer, or cancel. ${count} wait.`,
  running: "One customer after the other. It goes on when you close this page.",
  paused: ({ count }: Given) => `Nothing is being sent. ${count} wait.`,
  finished: "Nothing more will be sent.",
  nothing: "There was nothing to change: nothing was sent.",
  cancelled: "What was changed stays changed. Nothing more will be sent.",

  first: "Change 1 customer first",
  another: "Try another customer first",
  chosenFirst: (name: string) => `Change ${name} first`,
  choose: "The table lets you choose which one goes first; else it is the first that would change.",
  goFirst: "Go first",
  goFirstOf: (name: string) => `Go first: ${name}`,
  again: (customers: string) => `Begin anew with ${customers}`,
  rest: ({ change, environment, count }: Given) =>
    `Change the other ${count} to ${changedValue(change)} in ${environmentWords[environment]}`,
  resume: "Resume",
  pause: "Pause",
  cancel: "Cancel",

  cancelTitle: "Cancel this bulk change?",
  cancelDetail: ({ change, environment }: Given) =>
    `Change ${changePhrase(change)} in ${environmentWords[environment]}`,
  cancelSent: (changed: string, waiting: string) =>
    `${changed} changed already and stay changed. ${waiting} will not be sent. It cannot be taken up again.`,
  cancelUnsent: "Nothing was sent. It cannot be taken up again.",
  keep: "Keep it",
  cancelNow: "Cancel the bulk change",

  progressChecking: "Customers checked",
  progressChanging: "Customers done",
  of: "of",
} as const;
