import { calendarDayFrom } from "#lib/contract/values/calendar.ts";
import { customerSortKeys } from "./customer-filters.ts";

/** The columns by which only the record can sort. The API has no such sort keys. */
export const knownSortKeys = ["customerID", "plan", "term", "email", "deletedAt", "seenAt", "elsewhereAt"] as const;

export type KnownSortKey = (typeof knownSortKeys)[number];

/** All sort keys of `GET /api/{environment}/customers`. */
export const listSortKeys = [...customerSortKeys, ...knownSortKeys] as const;

export type ListSortKey = (typeof listSortKeys)[number];

export const isKnownSortKey = (key: string): key is KnownSortKey => knownSortKeys.some((known) => known === key);

/**
 * The value of `plan` and `term` for customers whose plan or term no answer has shown. In facets it is null. An empty
 * text of the API means the same.
 */
export const notKnownWord = "";

/**
 * The state of a customer in the record. `missing`: the API's list does not contain the customer any more, not even
 * among deleted customers.
 */
export const knownStates = ["active", "deleted", "missing"] as const;

export type KnownStateWord = (typeof knownStates)[number];

/** The members of a customer that an API's lists may leave out. */
export const knownMembers = ["plan", "term", "usersCount", "email", "created"] as const;

export type KnownMember = (typeof knownMembers)[number];

/** The ranges of users with a count in a list's facets, as in `usersFrom` and `usersTo`. The last one has no end. */
export const usersBands = [
  { from: 0, to: 0 },
  { from: 1, to: 9 },
  { from: 10, to: 49 },
  { from: 50, to: 249 },
  { from: 250, to: 999 },
  { from: 1_000 },
] as const satisfies readonly { from: number; to?: number }[];

/** The ranges of ages with a count in a list's facets, in whole hours, as in `ageFrom` and `ageTo`. */
export const ageBands = [
  { from: 0, to: 1 },
  { from: 1, to: 24 },
  { from: 24, to: 168 },
  { from: 168 },
] as const satisfies readonly { from: number; to?: number }[];

/** The numbers of days with a count of the customers that were changed outside Switchboard, as in `elsewhere`. */
export const elsewhereDays = [1, 7, 30, 90] as const;

/** The highest age in hours, in `ageFrom` and `ageTo`. */
export const maxAgeHours = 99_999;

/** The maximum number of days in the filter `elsewhere`. */
export const maxElsewhereDays = 3_650;

/** True for a value of the filter `elsewhere`: `7d` for the last 7 days, or the first UTC day. */
export const isElsewhereWord = (word: string): boolean =>
  /^[1-9]\d{0,3}d$/.test(word) ? Number.parseInt(word, 10) <= maxElsewhereDays : calendarDayFrom(word) !== undefined;

/** The maximum length of a plan or a term in a filter, in characters. */
export const maxContractWord = 100;

/** The maximum number of values of one filter, and of values in one facet. */
export const maxFilterValues = 50;
export const maxFacetValues = 200;
