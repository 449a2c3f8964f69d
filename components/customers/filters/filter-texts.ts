import type { KnownStateWord } from "#lib/contract/values/customers/known-filters.ts";
import type { UsersRange } from "#lib/contract/values/customers/users-range.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { formatCalendarDay } from "#lib/format/format-day.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import type { KnownFiltersView } from "#lib/url-state/known-filters.ts";

const userForms = { one: "user", other: "users" } as const;
const hourForms = { one: "hour", other: "hours" } as const;
const dayForms = { one: "day", other: "days" } as const;

const hoursOfDay = 24;

/** Texts of the filters that the API does not have. The texts of the filters' editors are in a separate file. */
export const knownFilterTexts = {
  notKnown: "not known",
  plan: "Plan",
  term: "Term",
  users: "Users",
  tag: "Tag",
  pinned: "Pinned by you",
  elsewhere: "Changed outside Switchboard",
  age: "Last read",
  state: "State",
} as const;

export const stateNames: Readonly<Record<KnownStateWord, string>> = {
  active: "active",
  deleted: "deleted",
  missing: "no longer returned by the API",
};

/** The name of a plan or a term. An empty `word` means that the value is not known. */
export const contractWordName = (member: "plan" | "term", word: string): string =>
  word === "" ? knownFilterTexts.notKnown : contractValueName(member, word);

/** A range of user counts in words, such as `10`, `10 or more`, `up to 50` or `10–50`. */
export function usersPhrase({ min, max }: UsersRange, locale?: string): string {
  const count = (value: number) => formatCount(value, locale);
  if (min === undefined) return `up to ${count(max ?? 0)}`;
  if (max === undefined) return `${count(min)} or more`;
  return min === max ? count(min) : `${count(min)}–${count(max)}`;
}

function hoursPhrase(hours: number): string {
  const isDays = hours > hoursOfDay && hours % hoursOfDay === 0;
  return isDays ? formatPlural(hours / hoursOfDay, dayForms) : formatPlural(hours, hourForms);
}

/** An age in words, such as `less than 1 hour ago`, `1 hour to 24 hours ago` or `7 days ago or longer`. */
export function agePhrase({ from = 0, to }: { from?: number | undefined; to?: number | undefined }): string {
  if (to === undefined) return `${hoursPhrase(from)} ago or longer`;
  return from === 0 ? `less than ${hoursPhrase(to)} ago` : `${hoursPhrase(from)} to ${hoursPhrase(to)} ago`;
}

/** The filter by time of an outside change in words, such as `in the last 7 days` or `since 1 November 2026 (UTC)`. */
export function elsewherePhrase(word: string): string {
  if (!word.endsWith("d")) return `since ${formatCalendarDay(word)} (UTC)`;
  const days = Number.parseInt(word, 10);
  return days === 1 ? "in the last 24 hours" : `in the last ${formatPlural(days, dayForms)}`;
}

const maxNamed = 2;

/** The selected values in words, such as `Essential`, `Essential or Professional` or `one of 3 plans`. */
function oneOf(names: readonly string[], noun: string): string {
  return names.length > maxNamed ? `one of ${formatCount(names.length)} ${noun}` : names.join(" or ");
}

export interface SetFilter {
  id: "plan" | "term" | "users" | "tag" | "pinned" | "elsewhere" | "age" | "state";
  /** The value in words, such as `Essential`. Empty if the filter's name alone is enough. */
  value: string;
  /** The filter as part of a sentence, such as `on plan Essential`. */
  phrase: string;
  /** The change to the view that removes the filter. */
  removal: Partial<KnownFiltersView>;
}

/** The active filters of a view, in the order of the panel. */
export function setFilters(view: KnownFiltersView, locale?: string): SetFilter[] {
  const { plan, term, usersFrom, usersTo, tag, pinned, elsewhere, ageFrom, ageTo, state } = view;
  const filters: SetFilter[] = [];
  const contract = (id: "plan" | "term", words: readonly string[]) => {
    if (words.length === 0) return;
    const names = oneOf(
      words.map((word) => contractWordName(id, word)),
      `${id}s`,
    );
    filters.push({
      id,
      value: names,
      phrase: words.length > maxNamed ? `on ${names}` : `on ${id} ${names}`,
      removal: { [id]: [] },
    });
  };
  contract("plan", plan);
  contract("term", term);
  if (usersFrom !== undefined || usersTo !== undefined) {
    const words = usersPhrase(
      { ...(usersFrom !== undefined && { min: usersFrom }), ...(usersTo !== undefined && { max: usersTo }) },
      locale,
    );
    const forms = (usersTo ?? usersFrom) === 1 ? userForms.one : userForms.other;
    filters.push({
      id: "users",
      value: words,
      phrase: `with ${words} ${forms}`,
      removal: { usersFrom: undefined, usersTo: undefined },
    });
  }
  if (tag.length > 0) {
    const names = oneOf(tag, "tags");
    filters.push({
      id: "tag",
      value: names,
      phrase: tag.length > maxNamed ? `with ${names}` : `tagged ${names}`,
      removal: { tag: [] },
    });
  }
  if (pinned) filters.push({ id: "pinned", value: "", phrase: "pinned by you", removal: { pinned: false } });
  if (elsewhere !== undefined) {
    const when = elsewherePhrase(elsewhere);
    filters.push({
      id: "elsewhere",
      value: when,
      phrase: `changed outside Switchboard ${when}`,
      removal: { elsewhere: undefined },
    });
  }
  if (ageFrom !== undefined || ageTo !== undefined) {
    const age = agePhrase({ from: ageFrom, to: ageTo });
    filters.push({
      id: "age",
      value: age,
      phrase: `last read ${age}`,
      removal: { ageFrom: undefined, ageTo: undefined },
    });
  }
  if (state.length > 0) {
    const names = state.map((word) => stateNames[word]).join(" or ");
    filters.push({ id: "state", value: names, phrase: names, removal: { state: [] } });
  }
  return filters;
}
