import { isTag, normaliseTag } from "#lib/contract/values/customers/customer-marks.ts";
import {
  isElsewhereWord,
  type KnownStateWord,
  knownStates,
  maxAgeHours,
  maxContractWord,
  maxFilterValues,
} from "#lib/contract/values/customers/known-filters.ts";
import { maxUsers, parseUsersRange } from "#lib/contract/values/customers/users-range.ts";
import { declareView, flag, optional, repeated } from "./declared-view.ts";

/** A plan or a term in the API's words. Empty: not known. */
const contractWords = () =>
  repeated((text) => {
    const word = text.trim();
    return word.length > maxContractWord ? undefined : word;
  }, maxFilterValues);

const tags = repeated((text) => {
  const tag = normaliseTag(text);
  return isTag(tag) ? tag : undefined;
}, maxFilterValues);

const states = repeated<KnownStateWord>((text) => knownStates.find((state) => state === text), knownStates.length);

const wholeNumber = (max: number) => (text: string | null) =>
  text !== null && /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

const usersNumber = wholeNumber(maxUsers);
const hours = wholeNumber(maxAgeHours);

/** The range of users in a URL. `users=10..50` is the earlier form, which links and saved views still have. */
function usersOf(params: URLSearchParams): { from: number | undefined; to: number | undefined } {
  const [from, to] = [usersNumber(params.get("usersFrom")), usersNumber(params.get("usersTo"))];
  if (from === undefined && to === undefined) {
    const { min, max } = parseUsersRange(params.get("users")) ?? {};
    return { from: min, to: max };
  }
  // A range that would end before it begins has no end.
  return { from, to: to !== undefined && to < (from ?? 0) ? undefined : to };
}

/**
 * The filters of the customers page that the API does not have. They are applied to the record of known customers. The
 * page's URL, saved views and the requests for the list and for an export have the same parameters.
 */
export const knownFiltersView = declareView({
  plan: contractWords(),
  term: contractWords(),
  usersFrom: { ...optional(usersNumber), read: (params: URLSearchParams) => usersOf(params).from },
  usersTo: { ...optional(usersNumber), read: (params: URLSearchParams) => usersOf(params).to },
  tag: tags,
  /** True for the customers that the person has pinned. */
  pinned: flag(),
  /** Changed outside Switchboard in the last days (`7d`) or since a UTC day. */
  elsewhere: optional((text) => (isElsewhereWord(text) ? text : undefined)),
  /** Last read at least and at most this many hours ago. The first is included, the second is not. */
  ageFrom: optional(hours),
  ageTo: {
    ...optional(hours),
    read(params: URLSearchParams) {
      const [from = 0, to] = [hours(params.get("ageFrom")), hours(params.get("ageTo"))];
      return to !== undefined && to > from ? to : undefined;
    },
  },
  /** Empty: active customers, and deleted ones if the page includes them. */
  state: states,
});

export type KnownFiltersView = (typeof knownFiltersView)["initial"];

/** The members that remove all these filters from a view. */
export const noKnownFilters: KnownFiltersView = knownFiltersView.initial;

/** The parameters of the filters that are set. */
export const knownFilterParams = (view: Partial<KnownFiltersView>): URLSearchParams => knownFiltersView.params(view);

/** True if a view has filters that the API does not have. */
export const hasKnownFilters = (view: Partial<KnownFiltersView>): boolean => knownFilterParams(view).size > 0;
