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

/** Plans or terms in the API's spelling. An empty text selects the customers whose value is unknown. */
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

/**
 * Reads the range of users from a URL. `users=10..50` is the old form, which links and saved views may still contain.
 */
function usersOf(params: URLSearchParams): { from: number | undefined; to: number | undefined } {
  const [from, to] = [usersNumber(params.get("usersFrom")), usersNumber(params.get("usersTo"))];
  if (from === undefined && to === undefined) {
    const { min, max } = parseUsersRange(params.get("users")) ?? {};
    return { from: min, to: max };
  }
  // The end of a range is dropped if it is before the start.
  return { from, to: to !== undefined && to < (from ?? 0) ? undefined : to };
}

/**
 * The filters that only the store of known customers supports. The page's URL, saved views, list requests and export
 * requests all use the same parameters.
 */
export const knownFiltersView = declareView({
  plan: contractWords(),
  term: contractWords(),
  usersFrom: { ...optional(usersNumber), read: (params: URLSearchParams) => usersOf(params).from },
  usersTo: { ...optional(usersNumber), read: (params: URLSearchParams) => usersOf(params).to },
  tag: tags,
  /** True to show only the customers that the person has pinned. */
  pinned: flag(),
  /** Only customers that were changed outside Switchboard in a number of days (such as `7d`) or since a UTC day. */
  elsewhere: optional((text) => (isElsewhereWord(text) ? text : undefined)),
  /** Only customers that were last read at least `ageFrom` and less than `ageTo` hours ago. */
  ageFrom: optional(hours),
  ageTo: {
    ...optional(hours),
    read(params: URLSearchParams) {
      const [from = 0, to] = [hours(params.get("ageFrom")), hours(params.get("ageTo"))];
      return to !== undefined && to > from ? to : undefined;
    },
  },
  /** Empty: active customers, and also deleted customers if the page includes them. */
  state: states,
});

export type KnownFiltersView = (typeof knownFiltersView)["initial"];

/** The values of a view in which none of these filters is set. */
export const noKnownFilters: KnownFiltersView = knownFiltersView.initial;

/** The URL parameters of all filters that are set. */
export const knownFilterParams = (view: Partial<KnownFiltersView>): URLSearchParams => knownFiltersView.params(view);

/** True if a view has filters that the API does not have. */
export const hasKnownFilters = (view: Partial<KnownFiltersView>): boolean => knownFilterParams(view).size > 0;
