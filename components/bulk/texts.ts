import { windowName } from "#components/forms/filters/window-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk, BulkChange, BulkRowState } from "#lib/contract/operations/bulk.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { places } from "#lib/places.ts";

export const bulkForms = { one: "bulk change", other: "bulk changes" } as const;

export const environmentWords: Readonly<Record<Environment, string>> = { production: "production", sandbox: "sandbox" };

export const rowStateNames: Readonly<Record<BulkRowState, string>> = {
  pending: "Not checked yet",
  ready: "Will change",
  same: "No change needed",
  deleted: "Deleted (skipped)",
  missing: "Not found",
  unreadable: "Cannot be read",
  "has-planned": "Has a planned change (skipped)",
  sending: "Changing",
  planned: "Planned",
  changed: "Verified",
  accepted: "Accepted, not verified",
  conflict: "Not sent: changed by someone else",
  "left-view": "Left the view (skipped)",
  failed: "Failed or refused",
  unknown: "Outcome unknown",
  cancelled: "Not sent",
};

/** The change in words, such as `plan to Professional`. */
export function changeText(change: BulkChange): string {
  const member = changedMember(change);
  return `${member} to ${contractValueName(member, changedValue(change))}`;
}

/** A short title for a bulk change. */
export function bulkHeading({ change, source, at, until }: Pick<Bulk, "change" | "source" | "at" | "until">): string {
  if (change && at) return `Plan: change ${changeText(change)}${until ? ", temporarily" : ""}`;
  if (change) return `Change ${changeText(change)}`;
  return source.kind === "undo" ? "Undo a bulk change" : "Change plans and terms";
}

export const bulkTexts = {
  title: "Bulk change",
  heading: bulkHeading,
  loading: "Loading the bulk change…",
  results: "Download results file (CSV)",
  copyID: "Copy customer ID",
  copyOperationID: "Copy operation ID",
  noName: "No name",
  rows: "Customers of this bulk change",
  rowsPager: "Pages of customers",
  filter: "Show customers that are",
  noRows: "No customers in this state",
  notListed: "Reading the list of customers",
  notListedWhy: "Customers appear here as Switchboard reads them.",
  removed: "The list was removed",
  removedWhy: "This bulk change was cancelled before it started. Nothing was sent.",
  showAll: "Show all customers",
  viewerOnly: "You can view this bulk change. To change it, you need the editor role.",
  drift: "The list has changed:",
  first: "First customer",
} as const;

export const fromViewTexts = {
  title: (name: string) => `From the view “${name}”`,
  readAt: "read at",
  isFixed:
    "The list of customers is fixed. Customers who enter the view later are not changed. Customers who leave the view before they are changed are skipped.",
  /** The text in place of `isFixed` if each customer gets a planned change. */
  isFixedPlanned:
    "The list of customers is fixed. Customers who enter the view later get no planned change. Customers who leave the view before their change is planned are skipped. The change of a customer who has left the view at the planned time is suspended.",
  wasFixed: "The list of customers was fixed at this time.",
  edited:
    "The view was edited after this review. The list still has the customers of the earlier filters. An earlier approval no longer applies.",
  gone: "The view was deleted, or is no longer shared with the person who started this. The list stays as it was reviewed. An earlier approval no longer applies.",
  compare: "Compare with the customers now",
  comparing: "Reading the customers…",
  now: (customers: string) => `With the filters of the review, the view has ${customers} at`,
  compared: (entered: string, left: string) => `Entered since: ${entered}. Left since, not changed yet: ${left}.`,
  drifted: "Customers were added or removed while Switchboard read the list. Compare again.",
  entered: "Entered since (not in this bulk change)",
  left: "Left since (will be skipped)",
  add: (customers: string) => `Review ${customers} as a new bulk change…`,
  more: (customers: string) => `and ${customers} more`,
} as const;

export const factTexts = {
  by: "Started by",
  runBy: "On behalf of",
  environment: "Environment",
  source: "Customers",
  at: "Planned for",
  until: "Until",
  again: "Started again from",
  undoOf: "Undo of",
  undoneBy: "Undone by",
  againOf: "An earlier bulk change",
  laterOne: "A later bulk change",
  created: "Started",
  checked: "Checked",
  finished: "Ended",
  ticket: "Ticket",
  note: "Reason",
} as const;

/** Describes where the customers of a bulk change come from. */
export function sourceText(source: Bulk["source"], count: (value: number) => string): string {
  if (source.kind === "ids") {
    const duplicates = source.duplicates === 0 ? "" : ` (duplicates ignored: ${count(source.duplicates)})`;
    return `${count(source.given)} by ID${duplicates}`;
  }
  if (source.kind === "file") return `${count(source.given)} rows of ${source.fileName || "a file"}`;
  if (source.kind === "undo") {
    const leftOut = source.leftOut === 0 ? "" : ` (skipped, because not verified: ${count(source.leftOut)})`;
    return `${count(source.given)} verified changes, each back to the value before it${leftOut}`;
  }
  if (source.kind === "view") return `All customers of the view “${source.name}” at the check`;
  const { datefrom, dateto, searchTerm, includeDeleted } = source.filters;
  const window =
    datefrom === "1970-01-01" && !dateto
      ? "created at any time"
      : `created ${windowName({ datefrom, ...(dateto && { dateto }) })}`;
  const search = searchTerm === undefined ? "" : ` and matching “${searchTerm}”`;
  return `All ${window}${search}${includeDeleted ? ", including deleted ones" : ""}, as the list was at the start`;
}

export const rowTexts = {
  company: "Company",
  change: "Contract",
  result: "Result",
  operation: "Operation",
  at: "Verified",
  customerID: "Customer ID",
  settledAt: "Result recorded",
  becomes: "becomes",
  nothing: "none",
  openOperation: "Operation",
  openOperationOf: (name: string) => `Operation of ${name}`,
  openPlanned: "Planned change",
  openPlannedOf: (name: string) => `Planned change of ${name}`,
} as const;

export const listTexts = {
  title: places.bulks.title,
  change: "Change",
  state: "State",
  rows: "Customers",
  notRead: "Not read",
  by: "Started by",
  at: "Started",
  id: "Bulk change ID",
  copyID: "Copy bulk change ID",
  copyEmail: "Copy e-mail of the person",
  empty: "No bulk changes yet",
  emptyReason:
    "A bulk change gives many customers a new plan or term: each is checked first, and you see the result of each. Select customers on the customers page, or start with a list of IDs.",
  pager: "Pages of bulk changes",
  loading: "Loading bulk changes…",
  fromCsv: "New bulk change",
  customers: "Select customers",
} as const;
