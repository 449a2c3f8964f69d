import { windowName } from "#components/forms/window-texts.ts";
import type { CustomerSortKey } from "#lib/contract/customer-list.ts";
import type { CustomersView, WindowPreset } from "#lib/url-state/customers-view.ts";

export const customersTexts = {
  title: "Customers",
  caption: "Customers",
  pager: "Pages of customers",
  search: "Search customers",
  searchPlaceholder: "Search customers",
  clearSearch: "Clear search",
  searchShortcut: "Search customers",
  removeSearch: "Remove the search",
  clearAll: "Clear all",
  newCustomer: "New customer",
  searching: "Searching…",
  notRead: "Not read",
  loading: "Loading customers…",
  includeDeleted: "Include deleted",
  sort: "Sort by",
  kept: "The rows below are the last good ones, read at",
  keptEarlier: "Below is still what was shown before, read at",
  none: "No customers",
  deletedShown: "deleted ones included",
  pastTheEnd: "This page is past the end of the list",
  lastPage: "Go to the last page",
  copyID: "Copy customer ID",
  deleted: "deleted",
  noName: "No name",
} as const;

export const columnTexts = {
  company: "Company",
  customerID: "Customer ID",
  plan: "Plan",
  term: "Term",
  usersCount: "Users",
  email: "Administrator e-mail",
  created: "Created",
  deletedAt: "Deleted",
} as const;

export const windowTexts = {
  chip: "Created",
  open: "Change the window of creation dates",
  remove: "Remove the window of creation dates",
  presets: "Window of creation dates",
} as const;

/** A button that widens the window. */
export const widenNames: Readonly<Record<WindowPreset, string>> = {
  "7d": "Show the last 7 days",
  "30d": "Show the last 30 days",
  "90d": "Show the last 90 days",
  "1y": "Show the last year",
  all: "Show all time",
};

export const orderNames: Readonly<Record<CustomerSortKey, { ascending: string; descending: string }>> = {
  created: { descending: "Created, newest first", ascending: "Created, oldest first" },
  companyName: { descending: "Company, Z to A", ascending: "Company, A to Z" },
  usersCount: { descending: "Users, most first", ascending: "Users, fewest first" },
};

/** The window as part of a sentence: `created in the last 7 days`, `created at any time`. */
export function windowPhrase(window: CustomersView["window"]): string {
  if (window === "all") return "created at any time";
  if (typeof window === "string") return `created in the ${windowName(window)}`;
  return `created ${window.dateto === undefined ? "" : "from "}${windowName(window)}`;
}

export const emptyTexts = {
  window: (window: CustomersView["window"]) => ({
    title: `No customer was ${windowPhrase(window)}`,
    reason: "Older customers are outside this window.",
  }),
  search: (searchTerm: string, window: CustomersView["window"]) => ({
    title: `Nothing matches “${searchTerm}”`,
    reason:
      window === "all"
        ? "No customer of this environment matches, whenever it was created."
        : `Only customers ${windowPhrase(window)} were searched.`,
  }),
  nothing: {
    title: "There are no customers in this environment yet",
    reason: "They appear here as soon as the API has one.",
  },
  deletedHint: "Deleted customers are left out.",
  includeDeleted: "Include deleted",
} as const;

/** The window in "nothing in the last 7 days", "3 at any time". */
function inWindow(window: CustomersView["window"]): string {
  if (window === "all") return "at any time";
  return `in ${typeof window === "string" ? "the " : ""}${windowName(window)}`;
}

/** What the window ladder says: where the hits are when a window has none. */
export const ladderTexts = {
  looking: "Looking further back…",
  nothing: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}`,
  step: (count: string, window: CustomersView["window"]) => `${count} ${inWindow(window)}`,
  oldest: (day: string) => `oldest ${day}`,
  nowhere: "No customer of this environment matches, whenever it was created.",
  widened: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}, so the search looked further back`,
  back: (window: CustomersView["window"]) =>
    `Back to ${typeof window === "string" && window !== "all" ? "the " : ""}${windowName(window)}`,
} as const;

/** How many matches of a search lie outside the window in force. */
export const outsideTexts = {
  counting: "Counting at any time…",
  more: (count: string) => `${count} more at any time`,
  none: "No more at any time",
  unknown: "Not known how many at any time",
} as const;
