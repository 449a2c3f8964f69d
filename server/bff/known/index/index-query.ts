import type { Facets } from "#lib/contract/customers/known-list.ts";
import type { KnownMember, KnownStateWord, ListSortKey } from "#lib/contract/values/customers/known-filters.ts";

/** A known customer, with the values that the index needs. Times are milliseconds since 1970. */
export interface IndexRow {
  /** The ID, normalised by `idKey`. */
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

/** The filters of a list. An absent filter matches every customer. Times are milliseconds since 1970. */
export interface IndexFilters {
  /**
   * Only customers that were created at `createdFrom` or later, and before `createdBefore`. If neither is set,
   * customers without a creation time match too.
   */
  createdFrom?: number | undefined;
  createdBefore?: number | undefined;
  /** The name, the e-mail address or the ID must contain this text. */
  searchTerm?: string | undefined;
  states: readonly KnownStateWord[];
  plan?: readonly string[] | undefined;
  term?: readonly string[] | undefined;
  usersFrom?: number | undefined;
  usersTo?: number | undefined;
  /** The customer keys of each tag, for the counts. `tag`: a matching customer has one of these tags. */
  tags: readonly { tag: string; keys: readonly string[] }[];
  tag?: readonly string[] | undefined;
  /** The keys of the customers that the person has pinned, for the count. `pinned`: only pinned customers match. */
  pins: readonly string[];
  pinned?: boolean | undefined;
  elsewhereFrom?: number | undefined;
  /** Only customers that were last read after `seenAfter`, and at `seenUntil` or earlier. */
  seenAfter?: number | undefined;
  seenUntil?: number | undefined;
}

export interface IndexQuery {
  filters: IndexFilters;
  sort: ListSortKey;
  ascending: boolean;
  limit: number;
  offset: number;
  /** The current time, for the facet of ages. */
  nowMs: number;
}

export interface IndexAnswer {
  /** The customers of the page, as keys of `idKey`. */
  keys: string[];
  total: number;
  facets: Facets;
  /** The number of known customers that are not missing. */
  known: number;
  oldestSeenAt?: number;
  /** The members that no customer has. */
  notProvided: KnownMember[];
}

/** The customers whose name or e-mail address is similar to a typed text. */
export interface IndexHits {
  /** The customers as keys of `idKey`, best match first. */
  keys: string[];
  total: number;
  /** True if more customers than `total` may match. */
  atLeast: boolean;
  /**
   * True if no customer contains the typed text. The results differ from the typed text by one letter in one or two
   * words.
   */
  isSimilar: boolean;
  /** True if no customers of the environment are known. */
  isEmpty: boolean;
}
