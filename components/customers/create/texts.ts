import type { Environment } from "#lib/contract/environment.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import type { JsonProblem } from "#lib/json-problem.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { places } from "#lib/places.ts";

export const createTexts = {
  title: places.newCustomer.title,
  intro: (environment: string) => `In ${environment}. Nothing is sent until you have reviewed it.`,
  notAllowed: "You cannot create customers",
  notAllowedWhy: (role: string, needed: readonly string[]) =>
    `Creating customers needs the role ${needed.join(" or ")}. Your role is ${role}. An administrator can change it.`,
  toCustomers: "Go to customers",
  loading: "Loading the form…",
  valuesFailed: "The known plans and terms could not be loaded. Enter them as the API spells them.",
  draft: {
    console: "Saved for 7 days. You can close this tab.",
    tab: "Saved in this tab only: Switchboard could not save it.",
    nowhere: "Not saved: Switchboard could not save it, and this browser does not save drafts.",
  },
  startOver: "Start over",
  review: "Review",
  optional: "(optional)",
} as const;

export const fieldTexts = {
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  email: "Administrator e-mail",
  emailNoPlan: "Required on every plan except hardware-only plans. Choose the plan first.",
  emailNeeded: (plan: string) =>
    `Required: the API refuses a customer on “${contractValueName("plan", plan)}” without an administrator.`,
  emailNotNeeded: (plan: string) =>
    `Not required: “${contractValueName("plan", plan)}” is hardware-only. If you enter one, it is sent.`,
  withoutEmail: (plan: string) => `“${contractValueName("plan", plan)}” is hardware-only: send without an e-mail`,
  withoutEmailNote:
    "Switchboard does not know every plan. If this plan is not hardware-only, the API refuses the customer.",
  usersCount: "Users",
  usersCountNote: "Number of users to start with. If empty, the API decides.",
  further: "Additional fields",
  furtherNote:
    "For fields that the API accepts and this form does not have. Enter one JSON object: it is sent as it is, together with the fields above. Additional fields of the administrator go under “adminUser”.",
  furtherExample: '{\n  "reseller": "R-17",\n  "adminUser": { "locale": "de" }\n}',
} as const;

export const checkTexts = {
  summary: "Correct what you have entered",
  companyName: "Enter the company's name",
  plan: "Choose or enter a plan",
  term: "Choose or enter a term",
  email: (plan: string) =>
    `Enter the administrator's e-mail: “${contractValueName("plan", plan)}” needs one unless the plan is hardware-only`,
  usersCount: "Enter the number of users as a whole number, or leave it empty",
  noObject: "Additional fields must be one JSON object, in braces: { … }",
  adminUserNoObject: "Additional fields: “adminUser” must be an object",
  takenMember: (name: string) => `Additional fields: “${name}” has its own field above. Remove it here`,
  tooLarge: "Additional fields are too large: the limit is 60 KB in total",
  schema: {
    companyName: (message: string) => `The company's name ${message}`,
    plan: (message: string) => `The plan ${message}`,
    term: (message: string) => `The term ${message}`,
    email: () => "Enter an e-mail address such as name@company.example",
    usersCount: () => "Enter the number of users as a whole number, or leave it empty",
    further: (message: string) => `Additional fields: the whole object ${message}`,
  },
} as const;

const jsonProblems: Readonly<Record<JsonProblem["kind"], string>> = {
  value: "a value is expected here",
  name: "a member's name in double quotes is expected here",
  colon: "a colon is expected here",
  comma: "a comma or the closing bracket is expected here",
  string: "this text in quotes is not closed, or contains characters that JSON does not allow",
  number: "this is not a valid JSON number",
  end: "nothing may follow here",
  duplicate: "this name is used twice",
  deep: "this is nested too deeply",
  empty: "this is empty",
};

/** Returns, for example, `Additional fields, line 3, column 5: a colon is expected here`. */
export function jsonProblemText({ kind, line, column, name }: JsonProblem): string {
  const what = name === undefined ? jsonProblems[kind] : `“${name.slice(0, 60)}”: ${jsonProblems[kind]}`;
  return `Additional fields, line ${line}, column ${column}: ${what}`;
}

export const reviewTexts = {
  title: "Review",
  consequence: {
    production: "This creates a real customer, with all the consequences.",
    sandbox: "This creates a test customer, not a real one.",
  } satisfies Record<Environment, string>,
  notGiven: "not set: the API decides",
  noEmail: "none",
  edit: "Back to form",
  send: (name: string, environment: string) => `Create ${name} in ${environment}`,
  sending: "Sending…",
  answered: (detail: OutcomeDetail) => `${outcomeWords[detail]}. The operation opens…`,
  sameName: (count: number) =>
    count === 1 ? "A customer with this name already exists:" : `${count} customers with this name already exist:`,
  sameNameNote: "This can be correct. If it is the same company, you would create it twice.",
  created: "created",
  ownName: "You requested a customer with this name in the last 24 hours:",
  ownOperation: "open the operation",
  asked: "requested at",
  same: "You have just requested exactly this customer",
  sameRefused: "Not sent: you have just requested exactly this customer",
  sameWhy: "Perhaps in another tab. Sending it again creates a second customer with the same values.",
  sameOpen: "Open the first one",
  sameMeant: "Create a second customer with the same values",
  sameUntold: "Tick this if you want a second customer. Otherwise open the first one",
} as const;

export const outcomeTexts = {
  refusedByApi: "The API refused it. Nothing was created.",
  notSent: "It was not sent. Nothing was created.",
  correct: "Change the values and review again. It is then sent as a new operation.",
  tryAgainAfter: "Try again after",
  operation: "Open the operation",
  foundOnline: "The network is back. Your customer was requested: the operation opens…",
  sessionEnded: "Your session has ended, and nothing was sent. Your draft is kept: sign in again to continue here",
  unsettledTitle: "The result is not known yet",
  unsettled: "You sent this at",
  unsettledWhy: "and this page has received no response.",
  unsettledWhat:
    "Checking sends the same request with the same key. If Switchboard has received it before, it shows the result and sends nothing. If not, it sends the request now. Either way, at most one customer is created.",
  check: "Check the result",
  checking: "Checking…",
  abandon: "Start over with a new draft",
  abandonTitle: "Start over?",
  abandonWhy:
    "This draft was sent, and it is not known whether it arrived. A new draft has its own key: if the first one arrived, the same values would create a second customer. Check your operations first.",
  abandonKeep: "Keep this draft",
  operations: "My operations",
  otherTitle: "This draft was already sent, with other values",
  otherWhy:
    "Probably from a copy of this tab. What was sent then is carried out once and does not change. The values shown here were not sent.",
  otherNew: "Make a new draft with these values",
  otherOpen: "Open what was sent",
} as const;

export const likeBannerTexts = {
  title: "Values of a customer whose creation failed",
  why: "The API shows that customer as deleted. Check the values: what the API does not show, such as further fields, is missing here.",
  open: "Open that customer",
  notPossible: "These values cannot be used again",
  notPossibleWhy: "The customer exists: a creation with its values would create a second customer.",
} as const;

export const retryBannerTexts = {
  repeats: "Values of an earlier operation",
  failed:
    "The earlier operation failed, so sending these values again does not create a second customer. First correct what made it fail.",
  unknownTitle: "Its outcome is unknown: it may have created the customer already",
  unknown:
    "A new operation with these values may create a second customer, and Switchboard could then no longer tell which operation created which one. Search for the customer first, or wait until Switchboard has checked.",
  knowingly: "I have checked, and I send it again knowing that it may create a second customer",
  knowinglyMissing: "Confirm that you know that it may create a second customer",
  notPossible: "This operation cannot be started again",
  notPossibleWhy: "It is still running, or it has succeeded: a new one with its values would create a second customer.",
  open: "Open the operation",
} as const;
