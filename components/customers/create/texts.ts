import { outcomeWords } from "#components/ui/outcome-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { JsonProblem } from "#lib/json-problem.ts";

export const createTexts = {
  title: "New customer",
  intro: (environment: string) => `In ${environment}. Nothing is sent before you have reviewed it.`,
  notAllowed: "You may not create customers",
  notAllowedWhy: "Your role is viewer. Editors and administrators create customers; ask an administrator for the role.",
  toCustomers: "Go to the customers",
  loading: "Loading the form…",
  valuesFailed: "The plans and terms that are known could not be read. Type them as the API spells them.",
  draftKept: "Kept in this tab until you send it or start over, over a reload and a sign-in too.",
  draftNotKept: "This browser keeps no drafts: what you type is lost on a reload.",
  startOver: "Start over",
  review: "Review",
  optional: "(optional)",
} as const;

export const fieldTexts = {
  companyName: "Company name",
  plan: "Plan",
  choosePlan: "Choose a plan",
  otherPlan: "Another plan, as the API spells it",
  term: "Term",
  chooseTerm: "Choose a term",
  otherTerm: "Another term, as the API spells it",
  other: "Another…",
  email: "Administrator e-mail",
  emailNoPlan: "Needed on every plan but hardware-only ones. Choose the plan first: this field follows it.",
  emailNeeded: (plan: string) => `Needed: the API refuses a customer on “${plan}” without an administrator.`,
  emailNotNeeded: (plan: string) =>
    `Not needed: “${plan}” is hardware-only. One that you enter is sent along all the same.`,
  withoutEmail: (plan: string) => `“${plan}” is hardware-only: send it without an e-mail`,
  withoutEmailNote: "The console does not know every plan. If it is not hardware-only, the API refuses it.",
  usersCount: "Users",
  usersCountNote: "How many to begin with. Left empty, the API decides.",
  further: "Further members (JSON)",
  furtherNote:
    "For members that the API knows and this form does not. One JSON object; its members are sent as they are, beside those above. Further members of the administrator go under “adminUser”.",
  furtherExample: '{\n  "reseller": "R-17",\n  "adminUser": { "locale": "de" }\n}',
} as const;

export const checkTexts = {
  summary: "Not ready to be reviewed",
  companyName: "Enter the company’s name",
  plan: "Choose or type a plan",
  term: "Choose or type a term",
  email: (plan: string) => `Enter the administrator’s e-mail: “${plan}” needs one unless it is hardware-only`,
  usersCount: "Enter the number of users as a whole number, or leave it empty",
  noObject: "Further members must be one JSON object, in braces: { … }",
  adminUserNoObject: "Further members: “adminUser” must be an object",
  takenMember: (name: string) => `Further members: “${name}” has a field of its own above. Take it out here`,
  tooLarge: "Further members are too large: all of it may have 60 KB",
  schema: {
    companyName: (message: string) => `The company’s name ${message}`,
    plan: (message: string) => `The plan ${message}`,
    term: (message: string) => `The term ${message}`,
    email: () => "Enter an e-mail address such as name@company.example",
    usersCount: () => "Enter the number of users as a whole number, or leave it empty",
    further: (message: string) => `Further members: all of it ${message}`,
  },
} as const;

const jsonProblems: Readonly<Record<JsonProblem["kind"], string>> = {
  value: "a value is expected here",
  name: "a member’s name in double quotes is expected here",
  colon: "a colon is expected here",
  comma: "a comma or the closing bracket is expected here",
  string: "this text in quotes is not closed, or holds what JSON does not allow",
  number: "this is no number as JSON writes it",
  end: "nothing more may follow here",
  duplicate: "this member stands here twice",
  deep: "this is nested too deep",
  empty: "there is nothing here",
};

/** `Further members, line 3, column 5: a colon is expected here`. */
export function jsonProblemText({ kind, line, column, name }: JsonProblem): string {
  const what = name === undefined ? jsonProblems[kind] : `“${name.slice(0, 60)}”: ${jsonProblems[kind]}`;
  return `Further members, line ${line}, column ${column}: ${what}`;
}

export const reviewTexts = {
  title: "Review",
  consequence: {
    production: "This creates a real customer, with everything that comes of it.",
    sandbox: "This creates a customer for trying things out; nobody is served by it.",
  } satisfies Record<Environment, string>,
  notGiven: "not given: the API decides",
  noEmail: "none",
  edit: "Back to the form",
  send: (name: string, environment: string) => `Create ${name} in ${environment}`,
  sending: "Sending…",
  answered: (detail: OutcomeDetail) => `${outcomeWords[detail]}. The operation opens…`,
  sameName: (count: number) =>
    count === 1 ? "A customer of this name is there already:" : `${count} customers of this name are there already:`,
  sameNameNote: "That need not be wrong. If it is the same company, you would create it twice.",
  created: "created",
  ownName: "You have asked for a customer of this name in the last 24 hours:",
  ownOperation: "its operation",
  asked: "asked at",
  same: "You have just asked for exactly this",
  sameRefused: "Not sent: you have just asked for exactly this",
  sameWhy: "Perhaps in another tab. Sending it again makes a second customer with the same values.",
  sameOpen: "Open the first one",
  sameMeant: "Create a second customer with the same values",
  sameUntold: "Tick this if you mean a second customer; otherwise open the first one",
} as const;

export const outcomeTexts = {
  refusedByApi: "The API refused it. Nothing was created.",
  notSent: "It was not sent. Nothing was created.",
  correct: "Change it and review it again: it is then sent as a new operation.",
  tryAgainAfter: "Try again after",
  operation: "Its operation",
  sessionEnded: "Your session has ended, and nothing was sent. Your draft is kept: sign in again to go on here",
  unsettledTitle: "The result is not known yet",
  unsettled: "You sent this at",
  unsettledWhy: "and this page has no answer.",
  unsettledWhat:
    "Checking sends the same request with the same key. If Switchboard has received it before, it shows the result and sends nothing; if not, it is sent now. Either way there is one customer at most.",
  check: "Check the result",
  checking: "Checking…",
  abandon: "Start over with a new draft",
  abandonTitle: "Start over?",
  abandonWhy:
    "This draft was sent, and it is not known whether it arrived. A new draft has a key of its own: if the first one arrived, the same values would create a second customer. Look at the operations first.",
  abandonKeep: "Keep this draft",
  operations: "My operations",
  otherTitle: "This draft was sent before, with other values",
  otherWhy:
    "Probably from a copy of this tab. What was sent then is done once and stays as it is; what stands here was not sent.",
  otherNew: "Make a new draft of these values",
  otherOpen: "Open what was sent",
} as const;

export const againTexts = {
  repeats: "The values of an earlier operation, taken up again",
  failed: "It failed, so a new operation with these values is no second customer. Change what made it fail.",
  unknownTitle: "Its outcome is unknown: it may have created the customer already",
  unknown:
    "A new operation with these values may make a second one, and the console could then not tell any more which of the two created which. Look for the customer first, or wait until the console has found out.",
  knowingly: "I have looked, and send it again knowing that it may create a second customer",
  knowinglyMissing: "Say that you know that it may create a second customer",
  notPossible: "This operation cannot be taken up again",
  notPossibleWhy: "It is under way, or it has succeeded: a new one with its values would create a second customer.",
  open: "Open the operation",
} as const;
