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

/** The maximum number of values of one filter, and of values in one facet. */
export const maxFilterValues = 50;
export const maxFacetValues = 200;
