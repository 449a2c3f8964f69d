import type { ApprovalState } from "#lib/contract/values/operations/approval-states.ts";

export const approvalTexts = {
  pageTitle: "Approval",
  title: "Request for approval",
  back: "Attention",
  loading: "Loading the request…",
  whatTitle: "What will be sent",
  sentTitle: "What was requested",
  customer: "Customer",
  subject: { bulk: "Bulk change", import: "Import", planned: "Planned change" },
  allRows: "See every customer",
  openPlanned: "Open the planned change",
  begins: "Begins",
  ends: "Ends",
  secondChange: "Then",
  environment: "Environment",
  change: "Change",
  newCustomers: "New customers from a file",
  ownValues: "Each customer has a value of its own",
  rows: "Customers",
  why: "Why it needs approval",
  voluntary: "Requested without a rule that requires it.",
  requestedBy: "Requested by",
  requestedAt: "Requested",
  expires: "Expires",
  expired: "Expired",
  reason: "Reason",
  ticket: "Ticket",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  decisionReason: "Reason of the decision",
  acknowledgedBy: "Acknowledged by",
  operation: "Operation",
  openOperation: "Open what was sent",
  emergency: "Released in an emergency: nobody has approved it",
  releasedBy: "Released by",
  releasedAt: "Released",
  plan: "Plan",
  term: "Term",
  differs: "The content has changed since the request, so it cannot be approved. Approval can be requested again.",
  mayNot: "You cannot decide this: your role can only view.",
  approve: "Approve and send",
  approveBulk: "Approve",
  approveNote: {
    bulk: "Nothing is sent by approving: the person who runs the bulk change starts it then. Each customer is compared once more before it is changed.",
    import:
      "Nothing is sent by approving: the person who runs the import starts it then. A change to its rows or columns needs a new approval.",
    planned:
      "Nothing is sent by approving: the change is scheduled, and the contract is compared once more at its time. An edit needs a new approval.",
  },
  reject: "Refuse…",
  withdraw: "Withdraw",
  emergencyRelease: "Emergency…",
  acknowledge: "Acknowledge",
  acknowledgeNote:
    "Everyone who could have approved this was notified. Acknowledge it when you have checked what was sent.",
  failed: "Nothing was sent",
  done: {
    approve: "Approved.",
    reject: "Refused.",
    withdraw: "Withdrawn.",
    emergency: "Released.",
    acknowledge: "Acknowledged.",
  },
} as const;

export const approvalStateNames: Readonly<Record<ApprovalState, string>> = {
  waiting: "Waits for approval",
  approved: "Approved",
  rejected: "Refused",
  withdrawn: "Withdrawn",
  expired: "Expired",
  void: "Void",
};

export const decisionTexts = {
  reason: "Reason",
  cancel: "Cancel",
  failed: "Nothing was decided",
} as const;

export const rejectTexts = {
  title: "Refuse this request",
  explained: "Nothing is sent. The reason is shown to the person who requested it.",
  submit: "Refuse",
} as const;

export const emergencyTexts = {
  title: "Release without a second person",
  explained:
    "For emergencies in which no other person can approve. Everyone with the right is notified, and the audit log marks it. You need a sign-in with a second factor.",
  submit: "Release now",
} as const;

/** Texts for the first customers of an import. */
export const importRowsTexts = {
  title: "Customers to be created",
  loading: "Loading the customers…",
  more: (count: string) => `and ${count} more`,
  fields: {
    companyName: "Company name",
    plan: "Plan",
    term: "Term",
    usersCount: "Users",
  },
} as const;
