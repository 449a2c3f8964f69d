import {
  type Bulk,
  type BulkChange,
  type BulkRowState,
  type BulkState,
  changedMember,
  changedValue,
} from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";

export const bulkForms = { one: "bulk change", other: "bulk changes" } as const;

export const environmentWords: Readonly<Record<Environment, string>> = { production: "production", sandbox: "sandbox" };

export const bulkStateNames: Readonly<Record<BulkState, string>> = {
  checking: "Checking",
  ready: "Checked, nothing sent yet",
  canary: "Changing the first customer",
  "canary-done": "First customer done, waiting for you",
  running: "Changing the rest",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** Finished, and some rows do not have the new value. */
export const finishedPartly = "Finished, some not changed";

export const rowStateNames: Readonly<Record<BulkRowState, string>> = {
  pending: "Not checked yet",
  waiting: "Will change",
  same: "No change needed",
  deleted: "Deleted (skipped)",
  missing: "Not found",
  unreadable: "Cannot be read",
  sending: "Changing",
  changed: "Verified",
  accepted: "Accepted, not verified",
  conflict: "Prevented: changed by someone else",
  failed: "Failed or refused",
  unknown: "Outcome unknown",
  cancelled: "Not sent",
};

/** `plan to professional` */
export function changePhrase(change: BulkChange): string {
  return `${changedMember(change)} to ${changedValue(change)}`;
}

export const bulkTexts = {
  title: "Bulk change",
  heading: (change: BulkChange) => `Change ${changePhrase(change)}`,
  loading: "Loading the bulk change…",
  reload: "Reload the bulk change",
  receipts: "Download receipts (CSV)",
  copyID: "Copy customer ID",
  noName: "No name",
  rows: "Customers of this bulk change",
  rowsPager: "Pages of customers",
  filter: "Show customers that are",
  all: "All",
  noRows: "No customers in this state",
  notListed: "Reading the list of customers",
  notListedWhy: "Customers appear here as Switchboard reads them.",
  removed: "The list was removed",
  removedWhy: "This bulk change was cancelled before it started. Nothing was sent.",
  showAll: "Show all customers",
  viewerOnly: "You can view this bulk change. To change it, you need the editor role.",
  drift: "The list has changed:",
  pausedBecause: "Stopped automatically:",
  first: "First customer",
  retryAt: "Try again after",
} as const;

export const factTexts = {
  state: "State",
  by: "Started by",
  runBy: "On behalf of",
  environment: "Environment",
  source: "Customers",
  again: "Started again from",
  againOf: "An earlier bulk change",
  created: "Started",
  checked: "Checked",
  finished: "Ended",
  note: "Note",
} as const;

/** Where the customers come from, in words. */
export function sourcePhrase(source: Bulk["source"], count: (value: number) => string): string {
  if (source.kind === "ids") {
    const duplicates = source.duplicates === 0 ? "" : ` (duplicates ignored: ${count(source.duplicates)})`;
    return `${count(source.given)} by ID${duplicates}`;
  }
  const { datefrom, dateto, searchTerm, includeDeleted } = source.filters;
  const window = datefrom === "1970-01-01" && !dateto ? "created at any time" : `created ${windowOf(datefrom, dateto)}`;
  const search = searchTerm === undefined ? "" : ` and matching “${searchTerm}”`;
  return `All ${window}${search}${includeDeleted ? ", including deleted ones" : ""}, as the list was at the start`;
}

const windowOf = (from: string, to?: string) => (to === undefined ? `since ${from} (UTC)` : `${from} to ${to} (UTC)`);

export const rowTexts = {
  company: "Company",
  id: "Customer ID",
  change: "Contract",
  result: "Result",
  operation: "Receipt",
  at: "Verified",
  becomes: "becomes",
  nothing: "none",
  openOperation: "Operation",
  openOperationOf: (name: string) => `Operation of ${name}`,
} as const;

export const listTexts = {
  title: "Bulk changes",
  change: "Change",
  state: "State",
  rows: "Customers",
  by: "Started by",
  at: "Started",
  empty: "No bulk changes yet",
  emptyReason: "Select customers on the customers page, or start with a list of IDs.",
  pager: "Pages of bulk changes",
  loading: "Loading bulk changes…",
  fromCsv: "New bulk change",
  customers: "Go to customers",
} as const;
