import { places } from "#lib/places.ts";

export const policyTexts = {
  title: places.policy.title,
  intro:
    "How people sign in to this console, and what their changes need. Every change of the policy is recorded in the audit log.",
  loading: "Loading the policy…",
  signIn: "Signing in",
  secondFactor: "Require a second factor",
  secondFactorNote:
    "Everybody needs an authenticator app or a passkey, you too. People without one can do nothing else until they set one up, even if they are signed in now. Single sign-on counts where the provider confirms a second factor.",
  sso: "Require single sign-on",
  ssoNote: "Passwords are refused, except for the break-glass administrator.",
  connectProvider: "How to connect one",
  noProvider: "No provider is configured.",
  providers: (names: string) => `Configured: ${names}.`,
  breakGlass: "Break-glass administrator",
  breakGlassNote:
    "This person can sign in with a password while the provider does not respond. Every use is recorded and shown to all administrators. They must be an administrator with a password, and cannot be demoted, disabled or reset while they are named here.",
  none: "None",
  save: "Save",
  discard: "Discard",
  saving: "Saving…",
  saved: "Saved. It counts from now on.",
  notSaved: "Not saved yet",
  noChanges: "No changes",
  failed: "Nothing was changed",
  ownFactor: {
    own: "You have no second factor yet. While one is required, you can do nothing else until you set one up.",
    sso: "Your single sign-on session has no second factor. Sign in again with one at your provider before you save this.",
    setUp: "Set up your own second factor",
    kept: "What you chose here is kept in this tab.",
  },
  roles: "What each role may do",
} as const;

export const ticketPolicyTexts = {
  title: "Tickets and reasons",
  note: "The person who makes such a change must name its ticket, its reason or both, as ticked here. Both are recorded with the change and in the audit log.",
  caption: "What needs a ticket or a reason",
  subject: "Change",
  ticketFor: "Ticket required",
  reasonFor: "Reason required",
  required: (what: string, subject: string) => `${what}: ${subject}`,
  pattern: "Example of a ticket",
  anyPattern: "Any (TICKET_PATTERN is not set)",
  url: "Tickets lead to",
  noUrl: "Nowhere (TICKET_URL is not set)",
  saved: "Saved. It counts from the next change on.",
} as const;

export const changeLimitTexts = {
  title: "Change limit",
  note: "Stops a mistake before it reaches many customers. Every change, new customer, planned change, and row of a bulk change or import counts for the responsible person or API key. Each customer counts once an hour. Ends of temporary changes do not count.",
  limited: "Limit the changed customers",
  limitedNote:
    "At the limit, more customers can be changed only when earlier changes are an hour old. A colleague who may approve can release more under Attention.",
  customers: "Customers an hour, for each person or key",
  saved: "Saved. The changes of the last hour count too.",
} as const;

export const knownPolicyTexts = {
  title: "Changes outside Switchboard",
  note: "Switchboard compares what it reads with what it read before. Another console or script with the same API key counts as outside too, because Switchboard knows only its own operations. Each customer's history and the list of customers show these changes in any case.",
  off: "Switchboard keeps no states of customers (KNOWN_CUSTOMERS is off), so it finds no such changes.",
  legend: "Show under Attention, and send as notifications",
  alerts: {
    none: { label: "None", note: "Nothing appears under Attention, and nothing is sent." },
    contract: { label: "Changes of plan or term", note: "Each customer is listed for 7 days." },
    every: {
      label: "Every change",
      note: "Also names, e-mail addresses and numbers of users, and customers created or deleted.",
    },
  },
  saved: "Saved. It also counts for the changes of the last 7 days.",
} as const;
