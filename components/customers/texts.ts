import { windowName } from "#components/forms/window-texts.ts";
import type { CustomerSortKey } from "#lib/contract/customer-list.ts";
import type { CustomersView, WindowPreset } from "#lib/url-state/customers-view.ts";

export const customersTexts = {
  /** `1–25` and `212 customers`. */
  of: (places: string, all: string) => `${places} of ${all}`,
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
  notRead: "Not loaded",
  loading: "Loading customers…",
  includeDeleted: "Include deleted",
  sort: "Sort by",
  kept: "Showing rows from the last successful request, at",
  keptEarlier: "Still showing the previous rows, loaded at",
  none: "No customers",
  deletedShown: "including deleted",
  pastTheEnd: "This page is past the end of the list",
  lastPage: "Go to the last page",
  copyID: "Copy customer ID",
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
  open: "Change the creation date range",
  remove: "Remove the creation date range",
  presets: "Creation date range",
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
    reason: "Older customers are outside this date range.",
  }),
  search: (searchTerm: string, window: CustomersView["window"]) => ({
    title: `Nothing matches “${searchTerm}”`,
    reason:
      window === "all"
        ? "No customer in this environment matches, whatever its creation date."
        : `Only customers ${windowPhrase(window)} were searched.`,
  }),
  nothing: {
    title: "No customers in this environment yet",
    reason: "They appear here as soon as the API has one.",
  },
  deletedHint: "Deleted customers are not included.",
  includeDeleted: "Include deleted",
} as const;

/** The window in "nothing in the last 7 days", "3 at any time". */
function inWindow(window: CustomersView["window"]): string {
  if (window === "all") return "at any time";
  return `in ${typeof window === "string" ? "the " : ""}${windowName(window)}`;
}

/** What the window ladder says: where the hits are when a window has none. */
export const ladderTexts = {
  looking: "Searching further back…",
  nothing: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}`,
  step: (count: string, window: CustomersView["window"]) => `${count} ${inWindow(window)}`,
  oldest: (day: string) => `oldest ${day}`,
  nowhere: "No customer in this environment matches, whatever its creation date.",
  widened: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}, so the search went further back`,
  back: (window: CustomersView["window"]) =>
    `Back to ${typeof window === "string" && window !== "all" ? "the " : ""}${windowName(window)}`,
} as const;

/** How many matches of a search lie outside the window in force. */
export const outsideTexts = {
  counting: "Counting outside this date range…",
  more: (count: string) => `${count} more outside this date range`,
  none: "No more outside this date range",
  unknown: "Number outside this date range unknown",
} as const;
