import { numberForms } from "#components/ui/plural-forms.ts";
import type { CallerCard } from "#lib/contract/console/caller-card.ts";
import type { CallerReasonKind } from "#lib/contract/values/console/caller-reasons.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";

export const callerTexts = {
  title: "Caller card",
  note: "Who is calling, and why. A softphone can open this page.",
  label: "Telephone number, e-mail address or customer ID",
  search: "Search",
  missing: "Enter a number, an e-mail address or an ID.",
  invalid: "This is not a telephone number, an e-mail address or an ID.",
  setUp: "Set up your softphone",
  paste: "You can also paste a number on any page.",
  searching: "Searching…",
  searchingIn: (environment: string) => `Searching ${environment}…`,
  found: (name: string) => `Found: ${name}`,
  choose: "Several customers match",
  chooseOne: "This customer may be calling",
  chooseWhy: "Ask who is calling before you open a customer.",
  reasons: "Why they may be calling",
  noReasons: "Nothing failed, runs, changed or is planned for this customer in these days.",
  lastActivity: "Last activity",
  noActivity: "No activities",
  activityFailed: "The last activity could not be read.",
  open: "Open customer",
  back: "Back to the choice",
  deleted: "deleted",
  number: "Number",
  plan: "Plan",
  term: "Term",
  users: "Users",
  email: "Administrator e-mail",
  ofEarlier: "From what Switchboard has read",
  readAgo: "Read",
  formerUntil: "Had this number until",
  nobody: "Nobody found",
  copyNumber: "Copy the number",
  newCustomer: "New customer",
  otherSearch: "Search by name or e-mail",
  searchFurther: "Search further",
  notOffered:
    "The API does not list numbers, so nobody can be found by a number. Ask for the name or the e-mail address.",
  withoutCustomers:
    "The API's numbers do not say which customer they belong to. Ask for the name or the e-mail address.",
  signIn: "Sign in to see who is calling",
  signInNow: "Sign in",
  takeTicket: (ticket: string | undefined) => (ticket === undefined ? "Take a ticket" : `Take ticket ${ticket}`),
  takeTicketKey: "Take the customer's ticket",
  onTicket: (ticket: string) => `Working on ${ticket}`,
} as const;

/** The name of each reason. */
export const callerReasonNames: Readonly<Record<CallerReasonKind, string>> = {
  failed: "Failed",
  unknown: "Outcome unknown",
  job: "Running job",
  "stuck-job": "Stuck job",
  changed: "Last change",
  elsewhere: "Changed elsewhere",
  planned: "Planned change",
  note: "Pinned note",
};

const searchedBy: Readonly<Record<CallerCard["searched"]["by"], string>> = {
  number: "number",
  email: "e-mail address",
  customer: "ID",
};

/** Says what was searched in one environment, and how far. */
export function searchedText({ searched: { by, text }, looked }: CallerCard): string {
  const walk = looked.find(({ by: how, walked }) => how === "walk" && walked !== undefined);
  const what = `The ${searchedBy[by]} ${text}`;
  if (!walk?.walked) return `${what} was searched.`;
  const { to, total } = walk.walked;
  return walk.complete
    ? `${what} was compared with all ${formatPlural(total, numberForms)}.`
    : `${what} was compared with ${formatCount(to)} of ${formatPlural(total, numberForms)}.`;
}
