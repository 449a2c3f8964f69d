import { describe, expect, test } from "vitest";
import { agePhrase, setFilters } from "#components/customers/filters/filter-texts.ts";
import { readUsersRange } from "#components/customers/filters/read-users-range.ts";
import { ageBands } from "#lib/contract/values/customers/known-filters.ts";
import { hasKnownFilters, type KnownFiltersView, noKnownFilters } from "#lib/url-state/known-filters.ts";

test.each([
  ["10", "", { range: { min: 10 } }],
  [" 1,000 ", "2 000", { range: { min: 1_000, max: 2_000 } }],
  ["", "5", { range: { max: 5 } }],
  ["", "", { errors: { min: "Enter at least one number" } }],
  ["ten", "-1", { errors: { min: "Enter a whole number", max: "Enter a whole number" } }],
  ["9", "3", { errors: { max: "Must not be less than “At least”" } }],
])("the range from “%s” to “%s” users is read or refused at its fields", (from, to, read) => {
  expect(readUsersRange(from, to)).toEqual(read);
});

describe("the active filters", () => {
  const phrases = (filters: Partial<KnownFiltersView>) =>
    setFilters({ ...noKnownFilters, ...filters }).map(({ phrase }) => phrase);

  test.each<[Partial<KnownFiltersView>, string[]]>([
    [{}, []],
    [
      { plan: ["essential", ""], term: ["12-months"], usersFrom: 51 },
      ["on plan Essential or not known", "on term 12 months", "with 51 or more users"],
    ],
    [{ plan: ["a", "b", "c"] }, ["on one of 3 plans"]],
    [{ usersFrom: 1, usersTo: 1 }, ["with 1 user"]],
    [{ usersTo: 50 }, ["with up to 50 users"]],
    [{ tag: ["vip"], pinned: true }, ["tagged vip", "pinned by you"]],
    [{ elsewhere: "7d" }, ["changed outside Switchboard in the last 7 days"]],
    [{ elsewhere: "1d" }, ["changed outside Switchboard in the last 24 hours"]],
    [{ elsewhere: "2026-11-01" }, ["changed outside Switchboard since 1 November 2026 (UTC)"]],
    [{ ageFrom: 168 }, ["last read 7 days ago or longer"]],
    [{ state: ["missing"] }, ["no longer returned by the API"]],
  ])("the filters %j are described as parts of a sentence", (filters, expected) => {
    expect(phrases(filters)).toEqual(expected);
  });

  test("each filter can be removed separately", () => {
    const view: KnownFiltersView = {
      plan: ["essential"],
      term: ["monthly"],
      usersFrom: 10,
      usersTo: 50,
      tag: ["vip"],
      pinned: true,
      elsewhere: "30d",
      ageFrom: 24,
      ageTo: 168,
      state: ["deleted"],
    };
    const filters = setFilters(view);
    expect(filters).toHaveLength(8);
    for (const { id, removal } of filters) {
      const rest = setFilters({ ...view, ...removal }).map((filter) => filter.id);
      expect(rest).toEqual(filters.map((filter) => filter.id).filter((other) => other !== id));
    }
    expect(hasKnownFilters(Object.assign({}, view, ...filters.map(({ removal }) => removal)))).toBe(false);
  });

  test("ages are shown in hours or days", () => {
    expect(ageBands.map((band) => agePhrase(band))).toEqual([
      "less than 1 hour ago",
      "1 hour to 24 hours ago",
      "24 hours to 7 days ago",
      "7 days ago or longer",
    ]);
  });
});
