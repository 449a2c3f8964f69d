import type { Facets } from "#lib/contract/customers/known-list.ts";
import type { KnownMember, KnownStateWord, ListSortKey } from "#lib/contract/values/customers/known-filters.ts";

/** A customer of the record, as the index needs it. Times are milliseconds since 1970. */
export interface IndexRow {
  /** The ID by `idKey`. */
  key: string;
  companyName: string;
  created?: number | undefined;
  plan?: string | undefined;
  term?: string | undefined;
  email?: string | undefined;
  usersCount?: number | undefined;
  deleted: boolean;
  deletedAt?: number | undefined;
  isMissing: boolean;
  seenAt: number;
  elsewhereAt?: number | undefined;
}

/** The filters of a list. A filter that is absent selects everybody. Times are milliseconds since 1970. */
export interface IndexFilters {
  /** Created from the first time on and before the second one. Without both, customers without a time match too. */
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
  /** A text that the name, the e-mail address or the ID contains. */
  searchTerm?: string | undefined;
  states: readonly KnownStateWord[];
  plan?: readonly string[] | undefined;
  term?: readonly string[] | undefined;
  usersFrom?: number | undefined;
  usersTo?: number | undefined;
  /** The keys of the customers with each tag, for counts; and the tags of which one must be there. */
  tags: readonly { tag: string; keys: readonly string[] }[];
  tag?: readonly string[] | undefined;
  /** The keys of the customers that the person has pinned, for the count; and whether the others are left out. */
  pins: readonly string[];
  pinned?: boolean | undefined;
  elsewhereFrom?: number | undefined;
  /** Last read after the first time, and at the second one or before. */
  seenAfter?: number | undefined;
  seenUntil?: number | undefined;
}

export interface IndexQuery {
  filters: IndexFilters;
  sort: ListSortKey;
  ascending: boolean;
  limit: number;
  offset: number;
  /** The time for the facet of ages. */
  nowMs: number;
}

export interface IndexAnswer {
  /** The customers of the page, by `idKey`. */
  keys: string[];
  total: number;
  facets: Facets;
  /** The customers in the record that are not missing. */
  known: number;
  oldestSeenAt?: number;
  /** The members that no customer has. */
  notProvided: KnownMember[];
}

/** The customers whose name or e-mail address is like a typed text. */
export interface IndexHits {
  /** By `idKey`, the best first. */
  keys: string[];
  total: number;
  /** True if more customers may match than `total`. */
  atLeast: boolean;
  /** True if no customer has the typed text. They differ from it in one letter of one or two words. */
  isSimilar: boolean;
  /** True if the record has no customer at all. */
  isEmpty: boolean;
}
