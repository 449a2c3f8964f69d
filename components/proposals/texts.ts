import type { Proposal } from "#lib/contract/operations/proposal.ts";
import type { ProposalKind, ProposalResult, ProposalState } from "#lib/contract/values/operations/proposal-states.ts";
import { places } from "#lib/places.ts";

export const proposalForms = { one: "proposal", other: "proposals" } as const;

export const listTexts = {
  title: places.proposals.title,
  intro: "What assistants propose, and what people have decided. Nothing is sent before a person accepts it.",
  pager: "Pages of proposals",
  loading: "Loading proposals…",
  empty: "No proposals",
  emptyReason: "An assistant proposes with the key of an API client that an administrator has allowed for it.",
  noMatch: "No proposal matches these filters",
  customer: "Customer",
  kind: "Kind",
  state: "State",
  client: "API client",
  decidedBy: "Decided by",
  createdAt: "Proposed",
  id: "Proposal ID",
  copyID: "Copy proposal ID",
  copyCustomerID: "Copy customer ID",
} as const;

export const filterTexts = {
  state: "State",
  kind: "Kind",
  client: "API client",
  mine: "With my keys",
} as const;

export const proposalStateNames: Readonly<Record<ProposalState, string>> = {
  waiting: "Waits for a decision",
  accepted: "Accepted",
  rejected: "Rejected",
  expired: "Expired",
};

export const proposalKindNames: Readonly<Record<ProposalKind, string>> = {
  change: "Contract change",
  planned: "Planned change",
  bulk: "Bulk change",
  creation: "New customer",
  note: "Note",
};

/** The text of the link to what a decision has started. */
export const resultNames: Readonly<Record<ProposalResult, string>> = {
  operation: "Open the operation",
  approval: "Open the request for approval",
  planned: "Open the planned change",
  bulk: "Open the bulk change",
  note: "Open the customer's notes",
};

interface AcceptTexts {
  /** The label of the button, and what happens then. */
  accept: string;
  note: string;
  /** The label and the effect if an approval rule applies. Absent if no rule can apply. */
  acceptApproval?: string;
  noteApproval?: string;
}

export const acceptTexts: Readonly<Record<ProposalKind, AcceptTexts>> = {
  change: {
    accept: "Accept and send",
    note: "Switchboard sends it as your operation when you accept it.",
    acceptApproval: "Accept and request approval",
    noteApproval: "Your decision requests the approval of a second person. Nothing is sent before that.",
  },
  planned: {
    accept: "Accept and plan",
    note: "Switchboard stores it as your planned change when you accept it. Nothing is sent before its time.",
    acceptApproval: "Accept and request approval",
    noteApproval: "Your decision requests the approval of a second person. Nothing is planned before that.",
  },
  bulk: {
    accept: "Accept and check",
    note: "Switchboard checks the customers when you accept it. Nothing is sent before you review the check and start the changes.",
    acceptApproval: "Accept and request approval",
    noteApproval:
      "Switchboard checks the customers when you accept it, and requests the approval of a second person for the checked customers. Nothing is sent before that.",
  },
  creation: {
    accept: "Accept and create customer",
    note: "Switchboard sends it as your operation when you accept it. The customer cannot be deleted again here.",
  },
  note: { accept: "Accept and add note", note: "You become the author of the note when you accept it." },
};

export const proposalTexts = {
  pageTitle: "Proposal",
  back: places.proposals.title,
  loading: "Loading the proposal…",
  ofCustomers: (count: string) => (count === "1" ? "1 customer" : `${count} customers`),
  whatTitle: "What will be done",
  doneTitle: "What was proposed",
  environment: "Environment",
  customer: "Customer",
  customerID: "Customer ID",
  kind: "Kind",
  noName: "No name",
  note: "Text of the note",
  notifies: "Notified when accepted",
  newValue: "New value",
  secondValue: "Then",
  plan: "Plan",
  term: "Term",
  begins: "Applied at",
  ends: "Ends at",
  customers: "Customers",
  customersOf: (count: string) => `The ${count} customers with their contracts as proposed`,
  noValue: "none",
  companyName: "Company name",
  usersCount: "Users",
  adminEmail: "Administrator e-mail",
  differs: "Something has changed since this was proposed, so it cannot be accepted.",
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
  reject: "Reject…",
  failed: "Nothing was decided",
  accepted: "The proposal was accepted.",
  rejected: "The proposal was rejected.",
} as const;

export const rejectTexts = {
  failed: "Nothing was decided",
  title: "Reject this proposal",
  explained: "Nothing is sent. The assistant can read the reason.",
  reason: "Reason",
  submit: "Reject",
  cancel: "Cancel",
} as const;

/** The title of a proposal: its customer, the new customer, or the number of customers. */
export function proposalTitle({ companyName, customerID, creation, customers }: Proposal): string {
  if (customers) return proposalTexts.ofCustomers(String(customers.length));
  return creation?.companyName || companyName || customerID || proposalTexts.noName;
}
