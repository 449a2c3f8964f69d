/** The state of an import in a sentence, and the names of its buttons. */
export const stepTexts = {
  mapped: "The columns are confirmed. Every row is checked next. Nothing is sent.",
  checking: "Each row is checked and compared with every customer of this environment. Nothing is sent.",
  checked: (ready: string, environment: string) =>
    `${ready} can be created in ${environment}. Nothing has been sent. One customer is created first.`,
  checkedAgain: (ready: string, environment: string) =>
    `${ready} left to create in ${environment}. One customer is created first.`,
  checkedNone: "No row of this file can be created yet. Correct rows or upload another file.",
  decide: (rows: string) => `Decide about ${rows} first: similar customers exist.`,
  recheck: (rows: string) => `Check again first: ${rows} changed since the check.`,
  first: "One customer is created first. Switchboard waits until its job has ended.",
  firstWell: (left: string) => `The first customer was created. ${left} left to create.`,
  firstFailed: (left: string) =>
    `The first customer is not known to be created, so nothing else is sent. Try another row, or cancel. ${left} left to create.`,
  running:
    "Customers are created: at most 2 requests are sent at once, and at most 20 customers wait for their jobs. This continues when you close this page.",
  paused: (left: string) => `Nothing is being sent. ${left} left to create.`,
  pausedUnchecked: "Nothing is being sent. Resume checks the rows first and shows the result before anything is sent.",
  finished: (rows: string, result: string, hasFailed: boolean) =>
    hasFailed
      ? `${rows}: ${result}. Nothing more will be sent. Download what failed, correct it in the file, and import that file again. This import stays in Attention until somebody marks it as handled.`
      : `${rows}: ${result}. Nothing more will be sent.`,
  nothing: "There was nothing to create. Nothing was sent.",
  cancelled: "Customers that were created stay. Nothing more will be sent.",
  uploaded: "Say what the columns are. Nothing is sent.",

  check: "Check rows",
  checkAgain: "Check again",
  columns: "Change columns",
  skipAll: (rows: string) => `Skip ${rows}`,
  accept: (rows: string) => `I have read the warnings of ${rows}.`,
  acceptFirst: "Read the warnings and confirm them",
  startFirst: "Create 1 customer first",
  another: "Try another row first",
  chosenFirst: (name: string) => `Create ${name} first`,
  rest: (count: string, environment: string) =>
    `Create the other ${count} ${count === "1" ? "customer" : "customers"} in ${environment}`,
  resume: "Resume",
  pause: "Pause",
  cancel: "Cancel import",

  cancelTitle: "Cancel this import?",
  cancelSent: (created: string, waiting: string) =>
    `Created so far, which stay: ${created}. Not sent: ${waiting}. A cancelled import cannot be resumed.`,
  cancelUnsent: "Nothing was sent. A cancelled import cannot be resumed. The same file can be uploaded again.",
  keep: "Keep import",
  cancelNow: "Cancel import",

  progressCreating: "Customers done",
} as const;

export const environmentWords = { production: "production", sandbox: "sandbox" } as const;
