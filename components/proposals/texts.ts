import type { ProposalKind, ProposalResult, ProposalState } from "#lib/contract/values/operations/proposal-states.ts";

export const proposalStateNames: Readonly<Record<ProposalState, string>> = {
  waiting: "Waits for a decision",
  accepted: "Accepted",
  rejected: "Rejected",
  expired: "Expired",
};

export const proposalKindNames: Readonly<Record<ProposalKind, string>> = {
  change: "Contract change",
  note: "Note",
};

/** The text of the link to what a decision has started. */
export const resultNames: Readonly<Record<ProposalResult, string>> = {
  operation: "Open the operation",
  approval: "Open the request for approval",
  note: "Open the customer’s notes",
};

export const proposalTexts = {
  pageTitle: "Proposal",
  back: "Attention",
  loading: "Loading the proposal…",
  whatTitle: "What will be done",
  doneTitle: "What was proposed",
  environment: "Environment",
  customer: "Customer",
  customerID: "Customer ID",
  kind: "Kind",
  noName: "No name",
  note: "Text of the note",
  differs: "The customer has changed since this was proposed, so it cannot be accepted.",
  saidTitle: "What the assistant says",
  saidNote: "Written by an assistant. It is not checked, and it is not sent.",
  fromTitle: "Proposal",
  client: "API client",
  owner: "Key made by",
  createdAt: "Proposed",
  expires: "Expires",
  expired: "Expired",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  decisionReason: "Reason",
  result: "Result",
  mayNot: "Only an editor of this environment can decide.",
  approvalNote: "Your decision requests the approval of a second person. Nothing is sent before that.",
  sendNote: "Switchboard sends it as your operation when you accept it.",
  noteNote: "You become the author of the note when you accept it.",
  accept: "Accept and send",
  acceptApproval: "Accept and request approval",
  acceptNote: "Accept and add note",
  reject: "Reject…",
  failed: "Nothing was decided",
  accepted: "The proposal was accepted.",
  rejected: "The proposal was rejected.",
} as const;

export const rejectTexts = {
  title: "Reject this proposal",
  explained: "Nothing is sent. The assistant can read the reason.",
  reason: "Reason",
  submit: "Reject",
  cancel: "Cancel",
} as const;
