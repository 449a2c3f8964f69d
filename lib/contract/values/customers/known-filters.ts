import { calendarDayFrom } from "#lib/contract/values/calendar.ts";
import { customerSortKeys } from "./customer-filters.ts";

/** The columns that only the store of known customers can sort by, because the API has no such sort keys. */
export const knownSortKeys = ["customerID", "plan", "term", "email", "deletedAt", "seenAt", "elsewhereAt"] as const;

export type KnownSortKey = (typeof knownSortKeys)[number];

/** All sort keys of `GET /api/{environment}/customers`. */
export const listSortKeys = [...customerSortKeys, ...knownSortKeys] as const;

export type ListSortKey = (typeof listSortKeys)[number];

export const isKnownSortKey = (key: string): key is KnownSortKey => knownSortKeys.some((known) => known === key);

/**
 * The value of the filters `plan` and `term` for customers whose plan or term is unknown. In facets, null has this
 * meaning. An empty text from the API also means an unknown value.
 */
export const notKnownWord = "";

/**
 * The state of a customer in the store of known customers. `missing`: the API's list no longer contains the customer,
 * not even among the deleted customers.
 */
export const knownStates = ["active", "deleted", "missing"] as const;

export type KnownStateWord = (typeof knownStates)[number];

/** The members of a customer that the API's lists may omit. */
export const knownMembers = ["plan", "term", "usersCount", "email", "created"] as const;

export type KnownMember = (typeof knownMembers)[number];

/**
 * The ranges of the number of users. A list's facets count the customers in each range. The bounds work like
 * `usersFrom` and `usersTo`. The last range has no upper bound.
 */
export const usersBands = [
  { from: 0, to: 0 },
  { from: 1, to: 9 },
  { from: 10, to: 49 },
  { from: 50, to: 249 },
  { from: 250, to: 999 },
  { from: 1_000 },
] as const satisfies readonly { from: number; to?: number }[];

/**
 * The ranges of the hours since a customer was last read. A list's facets count the customers in each range. The bounds
 * work like `ageFrom` and `ageTo`.
 */
export const ageBands = [
  { from: 0, to: 1 },
  { from: 1, to: 24 },
  { from: 24, to: 168 },
  { from: 168 },
] as const satisfies readonly { from: number; to?: number }[];

/**
 * The periods in days. For each period, a list's facets count the customers that were changed outside Switchboard. See
 * the filter `elsewhere`.
 */
export const elsewhereDays = [1, 7, 30, 90] as const;

/** The maximum age in the filters `ageFrom` and `ageTo`, in hours. */
export const maxAgeHours = 99_999;

/** The maximum number of days in the filter `elsewhere`. */
export const maxElsewhereDays = 3_650;

/** True for a value of the filter `elsewhere`: a number of days such as `7d`, or the first UTC day of the period. */
export const isElsewhereWord = (word: string): boolean =>
  /^[1-9]\d{0,3}d$/.test(word) ? Number.parseInt(word, 10) <= maxElsewhereDays : calendarDayFrom(word) !== undefined;

/** The maximum length of a plan or a term in a filter, in characters. */
export const maxContractWord = 100;

/** The maximum number of values in one filter, and in one facet. */
export const maxFilterValues = 50;
export const maxFacetValues = 200;
