import { windowName } from "#components/forms/filters/window-texts.ts";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import { customerColumnNames } from "#lib/contract/values/customers/customer-columns.ts";
import type { ListSortKey } from "#lib/contract/values/customers/known-filters.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { places } from "#lib/places.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

export const customersTexts = {
  /** A text such as `1–25 of 212 customers`. */
  of: (places: string, all: string) => `${places} of ${all}`,
  title: places.customers.title,
  caption: "Customers",
  pager: "Pages of customers",
  search: "Search customers",
  searchPlaceholder: "Search customers",
  searchShortcut: "Search customers",
  newCustomer: "New customer",
  moreActions: "More actions",
  defaultWindow: "Open Customers with this range by default",
  defaultWindowSet: "Customers now opens with this range",
  defaultWindowRemoved: "Customers now opens with the last 7 days",
  searching: "Searching…",
  notRead: "Not loaded",
  loading: "Loading customers…",
  includeDeleted: "Include deleted",
  sort: "Sort by",
  kept: "Showing rows from the last successful request, at",
  keptEarlier: "Still showing the previous rows, loaded at",
  none: "No customers",
  deletedShown: "including deleted",
  searched: (term: string) => `search “${term}”`,
  copyID: "Copy customer ID",
  copyName: "Copy company name",
  copyEmail: "Copy administrator e-mail",
  noName: "No name",
} as const;

export const columnTexts = customerColumnNames;

export const windowTexts = { chip: "Created" } as const;

/** The labels of the buttons that widen the date range. */
export const widenButtonTexts: Readonly<Record<WindowPreset, string>> = {
  "7d": "Show the last 7 days",
  "30d": "Show the last 30 days",
  "90d": "Show the last 90 days",
  "1y": "Show the last year",
  all: "Show all time",
};

export const orderNames: Readonly<Record<ListSortKey, { ascending: string; descending: string }>> = {
  created: { descending: "Created, newest first", ascending: "Created, oldest first" },
  companyName: { descending: "Company, Z to A", ascending: "Company, A to Z" },
  usersCount: { descending: "Users, most first", ascending: "Users, fewest first" },
  customerID: { descending: "Customer ID, Z to A", ascending: "Customer ID, A to Z" },
  plan: { descending: "Plan, Z to A", ascending: "Plan, A to Z" },
  term: { descending: "Term, Z to A", ascending: "Term, A to Z" },
  email: { descending: "Administrator e-mail, Z to A", ascending: "Administrator e-mail, A to Z" },
  deletedAt: { descending: "Deleted, newest first", ascending: "Deleted, oldest first" },
  seenAt: { descending: "Last read, newest first", ascending: "Last read, oldest first" },
  elsewhereAt: {
    descending: "Changed outside Switchboard, newest first",
    ascending: "Changed outside Switchboard, oldest first",
  },
};

/** The date range as part of a sentence, such as `created in the last 7 days` or `created at any time`. */
export function windowPhrase(window: CustomersView["window"]): string {
  if (window === "all") return "created at any time";
  if (typeof window === "string") return `created in the ${windowName(window)}`;
  const { datefrom, dateto } = window;
  const preposition = dateto === undefined ? "" : datefrom === dateto ? "on " : "from ";
  return `created ${preposition}${windowName(window)}`;
}

/** Texts for a list that comes from the store of known customers, not from the API. */
export const recordTexts = {
  /**
   * The coverage in words, such as `from what Switchboard has read: 4,980 of 5,000`. `total` is undefined until the API
   * has provided it.
   */
  coverage: (known: number, total: number | undefined) =>
    `from what Switchboard has read: ${formatCount(known)}${total === undefined ? "" : ` of ${formatCount(total)}`}`,
  oldest: (age: string) => `oldest reading ${age}`,
  read: "read",
  olderValue: (ago: string) => `Read ${ago}. The API's newer answers did not contain this value.`,
  missing: "not returned since",
  missingWhy: "The API's list does not contain this customer any more, not even among deleted customers.",
} as const;

/** Shown if a link uses filters or a sort order that this Switchboard does not support. */
export const knownOffTexts = {
  title: "This Switchboard keeps no record of customers",
  reason: "So it cannot filter by plan, term, users and the like, and it sorts only as the API does.",
  remove: "Remove filters and show the API's list",
} as const;

export const emptyTexts = {
  window: (window: CustomersView["window"]) => `No customer was ${windowPhrase(window)}`,
  search: (searchTerm: string) => `Nothing matches “${searchTerm}”`,
  nothing: {
    title: "No customers in this environment yet",
    reason: "They appear here as soon as the API has one.",
  },
  clearSearchOfAllTime: "Clear search and show all time",
  includeDeletedOfAllTime: "Show deleted ones of all time",
  filters: (filters: string) => `No customer ${filters}`,
  removeFiltersOfAllTime: "Remove filters and show all time",
} as const;

/** The date range in a phrase such as "nothing in the last 7 days" or "3 at any time". */
function inWindow(window: CustomersView["window"]): string {
  if (window === "all") return "at any time";
  if (typeof window === "string") return `in the ${windowName(window)}`;
  const { datefrom, dateto } = window;
  if (dateto === undefined) return windowName(window);
  return `${datefrom === dateto ? "on" : "from"} ${windowName(window)}`;
}

/** Texts about wider date ranges. They say where the matches are if a date range has no matches. */
export const ladderTexts = {
  looking: "Searching further back…",
  nothing: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}`,
  step: (count: string, window: CustomersView["window"]) => `${count} ${inWindow(window)}`,
  oldest: (day: string) => `oldest ${day}`,
  widened: (window: CustomersView["window"]) => `Nothing ${inWindow(window)}, so the search went further back`,
  back: (window: CustomersView["window"]) =>
    `Back to ${typeof window === "string" && window !== "all" ? "the " : ""}${windowName(window)}`,
} as const;

/** Texts about the number of matches outside the current date range. */
export const outsideTexts = {
  counting: "Counting outside this date range…",
  more: (count: string) => `${count} more outside this date range`,
  none: "No more outside this date range",
  unknown: "Number outside this date range unknown",
} as const;
