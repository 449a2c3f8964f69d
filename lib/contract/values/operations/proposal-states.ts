/**
 * The kinds of proposals: a change of one contract, a planned change, a bulk change from a list, a new customer, or a
 * note about a customer.
 */
export const proposalKinds = ["change", "planned", "bulk", "creation", "note"] as const;

export type ProposalKind = (typeof proposalKinds)[number];

/** `accepted`: a person has decided to carry it out. `expired`: nobody decided in time. */
export const proposalStates = ["waiting", "accepted", "rejected", "expired"] as const;

export type ProposalState = (typeof proposalStates)[number];

/** What the decision has started: an operation, a request for approval, a planned change, a bulk change, or a note. */
export const proposalResults = ["operation", "approval", "planned", "bulk", "note"] as const;

export type ProposalResult = (typeof proposalResults)[number];

/** How long a proposal waits for a decision before it expires, in milliseconds. */
export const proposalWaitMs = 72 * 60 * 60_000;

/** The maximum number of waiting proposals of one API client, and of its new proposals in an hour. */
export const maxOpenProposals = 20;
export const maxProposalsAnHour = 60;

/** The maximum number of customers of a proposed bulk change. A person reads all of them before the decision. */
export const maxProposedCustomers = 50;

/** The maximum length of an assistant's explanation, in characters. */
export const maxProposalWhy = 500;
