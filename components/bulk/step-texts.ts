import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { bulkHeading, environmentWords } from "./texts.ts";

type Given = Pick<Bulk, "change" | "source" | "at" | "until"> & { environment: Environment; count: string };

/** The state of the bulk change in a sentence, and the names of its buttons. */
export const stepTexts = {
  checking: "Switchboard reads every customer first. Nothing is sent.",
  checked: ({ change, count, environment }: Given) =>
    `${count} would ${change ? "change" : "be made"} in ${environmentWords[environment]}. Nothing has been sent. One customer is changed first and then checked.`,
  first: "One customer is changed first and then checked.",
  firstWell: ({ change, count }: Given) =>
    `The API accepted the first change. ${count} left to ${change ? "change" : "make"}.`,
  firstFailed: ({ change, count }: Given) =>
    `The first change is not known to have succeeded, so nothing else is sent. Try another customer, or cancel. ${count} left to ${change ? "change" : "make"}.`,
  running: "Customers are changed one after another. This continues when you close this page.",
  paused: ({ count }: Given) => `Nothing is being sent. ${count} left.`,
  pausedCheck: "Nothing is being sent. Switchboard has not read all customers.",
  finished: "Nothing more will be sent.",
  nothing: "There was nothing to change. Nothing was sent.",
  cancelled: "Changes already made are kept. Nothing more will be sent.",

  startFirst: "Change 1 customer first",
  another: "Try another customer first",
  chosenFirst: (name: string) => `Change ${name} first`,
  choose: "Choose in the table which customer is changed first. Otherwise it is the first one that would change.",
  goFirst: "Change first",
  goFirstOf: (name: string) => `Change first: ${name}`,
  again: (count: string) => `Start again with ${count}`,
  rest: ({ change, environment, count }: Given) =>
    change
      ? `Change the other ${count} to ${contractValueName(changedMember(change), changedValue(change))} in ${environmentWords[environment]}`
      : `Make the other ${count} ${count === "1" ? "change" : "changes"} in ${environmentWords[environment]}`,
  resume: "Resume",
  checkAgain: "Check again",
  pause: "Pause",
  cancel: "Cancel",

  // For a planned bulk change, whose rows become planned changes.
  planChecked: ({ count, environment }: Given) =>
    `${count} would get a planned change in ${environmentWords[environment]}. Nothing is planned yet. One is planned first.`,
  planFirstWell: ({ count }: Given) => `The first change is planned. ${count} left to plan.`,
  planFirstFailed: ({ count }: Given) =>
    `The first change is not planned, so nothing else is planned. Try another customer, or cancel. ${count} left to plan.`,
  planRunning:
    "Each customer gets a planned change of its own, one after another. This continues when you close this page.",
  planFinished: (count: string) =>
    `${count} planned. Each planned change can be rescheduled or cancelled separately. Nothing is sent before its time.`,
  planNothing: "There was nothing to plan.",
  planStartFirst: "Plan 1 change first",
  planChosenFirst: (name: string) => `Plan ${name} first`,
  planGoFirst: "Plan first",
  planGoFirstOf: (name: string) => `Plan first: ${name}`,
  planChoose: "Choose in the table which customer is planned first. Otherwise it is the first one that is ready.",
  planRest: ({ environment, count }: Given) =>
    `Plan the other ${count} ${count === "1" ? "change" : "changes"} in ${environmentWords[environment]}`,
  planCancelSent: (planned: string, waiting: string) =>
    `Planned so far, which stay planned: ${planned}. Not planned: ${waiting}. A cancelled bulk change cannot be resumed.`,

  undo: (customers: string) => `Undo ${customers}…`,
  undoTitle: (changes: string) => `Undo ${changes}?`,
  undoDetail:
    "Switchboard makes a new bulk change that gives each of these customers the value from before. It reads every customer first and shows what would change. Nothing is sent until you start it.",
  undoMoved: "A customer whose contract was changed since is shown with the difference and is not changed.",
  undoBack: "Back",
  undoNow: "Check and review",
  undoFailed: "The undo was not started",

  cancelTitle: "Cancel this bulk change?",
  cancelDetail: (given: Given) => `${bulkHeading(given)} in ${environmentWords[given.environment]}`,
  cancelSent: (changed: string, waiting: string) =>
    `Changes accepted so far, which are kept: ${changed}. Not sent: ${waiting}. A cancelled bulk change cannot be resumed.`,
  cancelUnsent: "Nothing was sent. A cancelled bulk change cannot be resumed.",
  keep: "Keep bulk change",
  cancelNow: "Cancel bulk change",

  progressChecking: ({ change }: Pick<Bulk, "change">) => (change ? "Customers checked" : "Changes checked"),
  progressChanging: ({ change }: Pick<Bulk, "change">) => (change ? "Customers done" : "Changes done"),
} as const;
