import type { AuditAction, AuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import type { PluralForms } from "#lib/format/format-number.ts";
import { places } from "#lib/places.ts";

export const auditTexts = {
  title: places.audit.title,
  intro: "Who did what, when and from where. Newest first. No event can be changed.",
  loading: "Loading events…",
  noMatch: "No events match these filters",
  wholeText: "Text must be a whole e-mail address, ID, ticket, request ID or IP address.",
  older: "Older events",
  newest: "Newest events",
  shownOf: (total: string) => `${total} match`,
  moreThan: (count: string) => `More than ${count} match`,
  moreActions: "More actions",
  exportCsv: "Export CSV",
  exportNdjson: "Export NDJSON",
  pushWaiting: (count: string) => `Push: ${count} waiting for the receiver.`,
  pushDone: "Push: every event was delivered.",
  pushRetry: "Next attempt at",
  withoutKey:
    "Without a key: somebody who can write to the database can write this log again and nobody would notice. Ask your operator to set AUDIT_CHAIN_KEY.",
} as const;

export const eventForms: PluralForms = { one: "event", other: "events" };

export const auditColumnTexts = {
  at: "Time",
  who: "Person",
  action: "Action",
  target: "What",
  environment: "Environment",
  outcome: "Result",
  customer: "Customer",
  ticket: "Ticket",
  address: "IP address",
  requestID: "Request ID",
  targetID: "ID",
  copyTarget: "Copy ID",
  copyCustomer: "Copy customer ID",
  copyActor: "Copy e-mail",
  copyRequest: "Copy request ID",
  copyAddress: "Copy IP address",
  openTarget: "Open the record",
} as const;

export const auditFilterTexts = {
  search: "Search the audit log",
  placeholder: "E-mail, ID, ticket or IP address",
  person: "Person",
  action: "Action",
  environment: "Environment",
  customer: "Customer",
  days: "Days",
} as const;

export const actionNames: Readonly<Record<AuditAction, string>> & Readonly<Record<string, string | undefined>> = {
  "sign-in": "Signed in",
  "sign-in.first-step": "Entered the right password",
  "sign-in.failed": "Sign-in failed",
  "sign-out": "Signed out",
  "session.ended": "Ended own session",
  "step-up": "Confirmed identity",
  "access.denied": "Access denied",
  "operation.recorded": "Requested a change",
  "operation.settled": "Result recorded",
  "operation.verified": "Change verified",
  "export.started": "Exported data",
  "note.created": "Wrote a note",
  "note.changed": "Edited a note",
  "note.deleted": "Deleted a note",
  "note.pinned": "Pinned a note for everyone",
  "note.unpinned": "Unpinned a note",
  "customer.erased": "Erased what was known of a customer",
  "tags.changed": "Changed tags",
  "view.created": "Shared a view",
  "view.changed": "Changed a shared view",
  "view.deleted": "Deleted a shared view",
  "staff.invited": "Invited a person",
  "staff.added": "Added a person",
  "staff.linked": "Linked a sign-in provider",
  "staff.changed": "Changed a person",
  "staff.disabled": "Disabled a person",
  "staff.enabled": "Enabled a person",
  "staff.reset": "Reset a sign-in",
  "staff.sessions-ended": "Ended a person's sessions",
  "invitation.accepted": "Accepted an invitation",
  "password.changed": "Changed own password",
  "factor.added": "Set up a second factor",
  "factor.renamed": "Renamed a passkey",
  "factor.removed": "Removed a second factor",
  "recovery-codes.made": "Made recovery codes",
  "break-glass.used": "Used break-glass access",
  "break-glass.acknowledged": "Acknowledged break-glass access",
  "client.created": "Created an API client",
  "client.renamed": "Renamed an API client",
  "client.revoked": "Revoked an API client",
  "client.assistant-changed": "Changed the assistant access of an API client",
  "assistant.called": "Assistant called a tool",
  "proposal.made": "Assistant proposed a change",
  "proposal.accepted": "Accepted a proposal",
  "proposal.rejected": "Rejected a proposal",
  "policy.changed": "Changed a policy",
  "api.probed": "Checked the API",
  "difference.decided": "Decided about a difference in the API",
  "bulk.created": "Started a bulk change",
  "bulk.paused": "Paused a bulk change",
  "call-bodies.changed": "Changed the recording of API bodies",
  "bulk.continued": "Continued a bulk change",
  "bulk.cancelled": "Cancelled a bulk change",
  "import.created": "Uploaded a file to import",
  "import.changed": "Changed an import",
  "import.started": "Started an import",
  "import.continued": "Continued an import",
  "import.paused": "Paused an import",
  "import.cancelled": "Cancelled an import",
  "import-mapping.saved": "Saved a column mapping",
  "import-mapping.removed": "Removed a column mapping",
  "planned.created": "Planned a contract change",
  "planned.changed": "Changed a planned change",
  "planned.moved": "Planned change changed its state",
  "planned.approved": "Approved a planned change",
  "planned.rejected": "Rejected a planned change",
  "planned.cancelled": "Cancelled a planned change",
  "planned.kept": "Kept a temporary change for good",
  "planned.reverted": "Ended a temporary change",
  "planned.taken-over": "Took over a planned change",
  "planned.held": "Froze planned changes",
  "planned.released": "Unfroze planned changes",
  "freeze.set": "Set a freeze",
  "freeze.released": "Ended a freeze early",
  "freeze.removed": "Removed a freeze",
  "change-limit.asked": "Asked for more changes",
  "change-limit.released": "Released more changes",
  "change-limit.emergency": "Released more changes in an emergency",
  "approval.requested": "Requested approval",
  "approval.approved": "Approved a request",
  "approval.rejected": "Refused a request",
  "approval.withdrawn": "Withdrew a request",
  "approval.emergency": "Released alone in an emergency",
  "approval.acknowledged": "Acknowledged an emergency",
  "approval.reopened": "Took back an approval, because a freeze or the change limit stopped the change",
  "proposal.reopened":
    "Took back the acceptance of a proposal, because a freeze or the change limit stopped the change",
  "attention.snoozed": "Snoozed what needs attention",
  "attention.snooze-ended": "Ended a snooze",
  "attention.handled": "Marked as handled",
  "attention.reopened": "Removed a mark as handled",
  "attention.assigned": "Assigned an item that needs attention",
  "attention.unassigned": "Ended an assignment",
  "customer.assigned": "Assigned a customer",
  "customer.unassigned": "Ended the assignment of a customer",
  "retention.applied": "Removed old records",
  "audit.sealed": "Began to sign the audit log with a key",
  "audit.end-changed": "Found the end of the audit log changed",
  "store.restored": "Restored the store from a backup",
  "outbox.released": "Released a stopped outbox",
  "outbox.emptied": "Emptied a stopped outbox",
  "outbox.tested": "Sent a test message",
  "announcement.changed": "Changed the announcement",
  "announcement.removed": "Removed the announcement",
  "scheduled-export.created": "Scheduled an export",
  "scheduled-export.changed": "Changed a scheduled export",
  "scheduled-export.deleted": "Deleted a scheduled export",
  "scheduled-export.taken-over": "Took over a scheduled export",
  "scheduled-export.started": "Started a scheduled export",
  "scheduled-export.finished": "Made the file of a scheduled export",
  "scheduled-export.failed": "A scheduled export failed",
  "scheduled-export.stopped": "Stopped a scheduled export",
  "scheduled-export.downloaded": "Downloaded a scheduled export",
  "scheduled-export.sent": "Sent the file of a scheduled export",
  "scheduled-export.file-removed": "Deleted the file of a scheduled export",
};

/** The names of policy changes, by the policy's ID in the log. */
const policyNames: Readonly<Record<string, string | undefined>> = {
  access: "Changed the sign-in policy",
  tickets: "Changed what needs a ticket or a reason",
  approvals: "Changed what needs approval",
  known: "Changed which changes outside Switchboard need attention",
};

/** The name of an action. Undefined if a newer version of Switchboard recorded an unknown action. */
export function actionName({ action, target }: Pick<AuditEvent, "action" | "target">): string | undefined {
  return (action === "policy.changed" && target ? policyNames[target.id] : undefined) ?? actionNames[action];
}

/** The type of an event's target, shown before the target's name or ID. */
export const targetNames: Readonly<Record<string, string | undefined>> = {
  staff: "person",
  account: "account",
  bulk: "bulk change",
  planned: "planned change",
  client: "API client",
  tool: "tool",
  route: "request for",
  difference: "difference of the API",
  attention: "item under Attention",
};

/** The reasons why Switchboard did not send a change, by error code. */
const preventedBy: Readonly<Record<string, string | undefined>> = {
  contract_changed: "the contract had changed",
  left_view: "the customer had left the view",
  view_changed: "the view had changed",
  customer_busy: "a job was running on the customer",
  same_creation: "the same customer had just been requested",
  not_found: "the customer was not found",
  customer_not_found_within_bound: "the customer was not found",
};

/** The names of recorded results, and longer texts for tooltips. */
export const resultTexts = {
  accepted: "Accepted",
  verified: "Verified",
  resolved: "Resolved by checking",
  refused: "Refused by the API",
  "not-sent": "Not sent",
  prevented: "Not sent",
  unknown: "Outcome unknown",
  preventedBy: (code: string) => preventedBy[code] && `Not sent: ${preventedBy[code]}`,
} as const;

export const outcomeNames: Readonly<Record<AuditEvent["outcome"], string>> = {
  done: "Done",
  denied: "Denied",
  failed: "Failed",
};

export const actorNames: Readonly<Record<AuditEvent["actor"]["kind"], string>> = {
  staff: "Person",
  client: "API client",
  console: "Switchboard",
  anonymous: "Not signed in",
};

export const eventTexts = {
  title: (sequence: number) => `Event ${sequence}`,
  close: "Close",
  gone: "This event is not in the audit log. It may have been removed after its retention time.",
  loading: "Loading the event…",
  at: "Time",
  utc: "Time in UTC",
  who: "Person",
  role: "Role",
  result: "Result",
  target: "What",
  environment: "Environment",
  ticket: "Ticket",
  address: "IP address",
  browser: "Browser",
  requestID: "Request ID",
  hash: "Hash",
  key: "Key",
  withoutKey: "without a key",
  changes: "Details",
  member: "Field",
  before: "Before",
  after: "After",
  byPerson: "Everything this person did",
  byCustomer: "Everything about this customer",
} as const;

export const verificationTexts = {
  start: "Verify the log",
  running: (checked: string, last: string) => `Checking… ${checked} of ${last} events`,
  intact: (count: string) => `The audit log is complete and unchanged (${count} checked).`,
  open: (count: string) => `Every event agrees with its hash (${count} checked), but the log is written without a key.`,
  unknownKeys: (count: string, ids: string) =>
    `Every event agrees with its hash (${count} checked), but there are events with a key that this console does not have: ${ids}.`,
  broken: "The audit log was changed outside Switchboard:",
  failed: "The audit log could not be verified. Try again.",
} as const;

/** A sentence that names the place where the log's hash chain is broken. */
export function breakText({ sequence, kind, until }: AuditBreak): string {
  const isOne = until === undefined || until === sequence;
  const events = isOne ? `Event ${sequence} is` : `Events ${sequence} to ${until} are`;
  switch (kind) {
    case "edited":
      return `Event ${sequence} was edited: it does not match its hash.`;
    case "missing":
      return `${events} missing.`;
    case "forged":
      return `Event ${sequence} was written without the key that it names, or its key was removed or replaced.`;
    case "unsigned":
      return `Event ${sequence} has no key, although the log is written with one.`;
    case "end-changed":
      return `The end of the log was changed at event ${sequence}: newer events may have been cut off.`;
    case "unrecorded":
      return `${events} gone, and no event of retention says so.`;
    case "replaced":
      return `Event ${sequence} is not the one that was pushed or that is in the last backup.`;
    case "unlinked":
      return `Event ${sequence} was replaced or moved: it does not follow the event before it.`;
    case "added":
      return `Event ${sequence} was added without Switchboard.`;
  }
}
