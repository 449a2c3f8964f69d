import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ageBands,
  elsewhereDays,
  type KnownStateWord,
  knownStates,
  type ListSortKey,
  listSortKeys,
  usersBands,
} from "#lib/contract/values/customers/known-filters.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";
import { CustomerIndex } from "#server/bff/known/index/customer-index.ts";
import type { IndexFilters, IndexQuery, IndexRow } from "#server/bff/known/index/index-query.ts";
import { folded } from "#server/bff/known/names/fold.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const keys = fc.integer({ min: 0, max: 40 }).map((number) => `c${number}`);
const plans = fc.constantFrom("essential", "Essential", "professional", "Gold+", "Gold", "");
const terms = fc.constantFrom("monthly", "12-months", "12 months", "");
const times = fc.integer({ min: 0, max: 400 }).map((hours) => nowMs - hours * hourMs);
const texts = fc.oneof(
  fc.constantFrom("Müller GmbH", "Mueller & Sons", "Zoë’s Café", "łódź", "Ärzte 🚑 Berlin", "ｆｕｌｌ width", ""),
  fc.string({ maxLength: 6 }),
);

const rows: fc.Arbitrary<IndexRow> = fc.record({
  key: keys,
  companyName: texts,
  created: maybe(times),
  plan: maybe(plans),
  term: maybe(terms),
  email: maybe(fc.constantFrom("a@b.example", "Zoe@c.example", "")),
  usersCount: maybe(fc.constantFrom(0, 1, 9, 10, 50, 300, 1_000, 20_000)),
  deleted: fc.boolean(),
  deletedAt: maybe(times),
  isMissing: fc.boolean(),
  seenAt: times,
  elsewhereAt: maybe(times),
});

const someKeys = fc.uniqueArray(keys, { maxLength: 8 });
const filters: fc.Arbitrary<IndexFilters> = fc.record({
  createdFrom: maybe(times),
  createdBefore: maybe(times),
  searchTerm: maybe(fc.constantFrom("müll", "e", "c1", "b.ex", "🚑", "  zoë ")),
  states: fc.subarray<KnownStateWord>([...knownStates], { minLength: 1 }),
  plan: maybe(fc.uniqueArray(fc.constantFrom("essential", "gold", "Gold+", "", "unheard"), { minLength: 1 })),
  term: maybe(fc.uniqueArray(fc.constantFrom("12 months", "Monthly", ""), { minLength: 1 })),
  usersFrom: maybe(fc.constantFrom(0, 1, 10, 50)),
  usersTo: maybe(fc.constantFrom(9, 50, 1_000)),
  tags: fc.tuple(someKeys, someKeys).map(([one, other]) => [
    { tag: "one", keys: one },
    { tag: "other", keys: other },
  ]),
  tag: maybe(fc.subarray(["one", "other", "nobody"], { minLength: 1 })),
  pins: someKeys,
  pinned: maybe(fc.boolean()),
  elsewhereFrom: maybe(times),
  seenAfter: maybe(times),
  seenUntil: maybe(times),
});

const queries: fc.Arbitrary<IndexQuery> = fc.record({
  filters,
  sort: fc.constantFrom(...listSortKeys),
  ascending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.integer({ min: 0, max: 12 }),
  nowMs: fc.constant(nowMs),
});

/** Steps that change or query the index. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ put: fc.array(rows, { maxLength: 12 }) }) },
    { weight: 1, arbitrary: fc.record({ erase: keys }) },
    { weight: 1, arbitrary: fc.record({ sweep: fc.uniqueArray(rows, { selector: ({ key }) => key, maxLength: 30 }) }) },
    { weight: 4, arbitrary: fc.record({ ask: queries }) },
  ),
  { maxLength: 14 },
);

type Filter = "plan" | "term" | "users" | "tag" | "pinned" | "elsewhere" | "age" | "state" | "others";

const stateOf = ({ isMissing, deleted }: IndexRow): KnownStateWord =>
  isMissing ? "missing" : deleted ? "deleted" : "active";

const isPlan = (member: "plan" | "term", value: string | undefined, wanted: string) =>
  wanted === "" ? (value ?? "") === "" : (value ?? "") !== "" && isSameContractValue(member, value ?? "", wanted);

/** Returns the filters that a customer fails. Compares one filter after another. */
function failures(row: IndexRow, of: IndexFilters): Set<Filter> {
  const passes: Record<Filter, boolean> = {
    plan: of.plan === undefined || of.plan.some((wanted) => isPlan("plan", row.plan, wanted)),
    term: of.term === undefined || of.term.some((wanted) => isPlan("term", row.term, wanted)),
    users:
      (of.usersFrom === undefined && of.usersTo === undefined) ||
      (row.usersCount !== undefined &&
        row.usersCount >= (of.usersFrom ?? 0) &&
        row.usersCount <= (of.usersTo ?? Number.POSITIVE_INFINITY)),
    tag:
      of.tag === undefined ||
      of.tags.some(({ tag, keys: tagged }) => of.tag?.includes(tag) && tagged.includes(row.key)),
    pinned: of.pinned !== true || of.pins.includes(row.key),
    elsewhere: of.elsewhereFrom === undefined || (row.elsewhereAt ?? -1) >= of.elsewhereFrom,
    age: row.seenAt > (of.seenAfter ?? -1) && row.seenAt <= (of.seenUntil ?? Number.POSITIVE_INFINITY),
    state: of.states.includes(stateOf(row)),
    others:
      ((of.createdFrom === undefined && of.createdBefore === undefined) ||
        (row.created !== undefined &&
          row.created >= (of.createdFrom ?? -1) &&
          row.created < (of.createdBefore ?? Number.POSITIVE_INFINITY))) &&
      (of.searchTerm === undefined ||
        [row.companyName, row.email ?? "", row.key].some((text) =>
          folded(text.replaceAll("\0", " ")).includes(folded(of.searchTerm ?? "")),
        )),
  };
  return new Set((Object.keys(passes) as Filter[]).filter((filter) => !passes[filter]));
}

const compareText = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const compareNumbers = (one: number, other: number) => one - other;
const groupOf = (word: string) => folded(word === "12-months" ? "12 months" : word).replace(/[^a-z0-9+]/g, "");

/** Compares two customers by a column, and then by creation time and ID. Unknown values are last. */
function comparedBy(sort: ListSortKey): (one: IndexRow, other: IndexRow) => number {
  const shownValue = (row: IndexRow): string | number | undefined => {
    if (sort === "customerID") return row.key;
    if (sort === "companyName" || sort === "email") return folded(row[sort] ?? "") || undefined;
    if (sort === "plan" || sort === "term") return row[sort] ? groupOf(row[sort]) : undefined;
    return row[sort];
  };
  const compareValues = (a: string | number | undefined, b: string | number | undefined) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return typeof a === "string" ? compareText(a, String(b)) : compareNumbers(a, Number(b));
  };
  return (one, other) =>
    compareValues(shownValue(one), shownValue(other)) ||
    compareValues(one.created, other.created) ||
    compareText(one.key, other.key);
}

function expectedPage(model: readonly IndexRow[], { filters: of, sort, ascending, limit, offset }: IndexQuery) {
  const matching = model.filter((row) => failures(row, of).size === 0).toSorted(comparedBy(sort));
  const known = matching.filter((row) => isKnown(row, sort));
  const unknown = matching.filter((row) => !isKnown(row, sort));
  const ordered = ascending ? matching : [...known.toReversed(), ...unknown.toReversed()];
  return { keys: ordered.slice(offset, offset + limit).map(({ key }) => key), total: matching.length };
}

function isKnown(row: IndexRow, sort: ListSortKey): boolean {
  if (sort === "customerID") return true;
  const value = row[sort];
  return typeof value === "string" ? folded(value) !== "" : value !== undefined;
}

const count = (model: readonly IndexRow[], of: IndexFilters, filter: Filter, fits: (row: IndexRow) => boolean) =>
  model.filter((row) => failures(row, of).difference(new Set([filter])).size === 0 && fits(row)).length;

test("every page, count and facet equals that of a plain filter and sort, after any changes", () => {
  fc.assert(
    fc.property(steps, (plan) => {
      const index = new CustomerIndex();
      let model = new Map<string, IndexRow>();
      for (const step of plan) {
        if ("put" in step) for (const row of step.put) model.set(row.key, row);
        if ("put" in step) for (const row of step.put) index.put(row);
        if ("erase" in step) model.delete(step.erase);
        if ("erase" in step) index.erase(step.erase);
        if ("sweep" in step) {
          model = new Map(step.sweep.map((row) => [row.key, row]));
          index.beginSweep();
          for (const row of step.sweep) index.put(row);
          index.endSweep();
        }
        if (!("ask" in step)) continue;
        const customers = [...model.values()];
        const { filters: of } = step.ask;
        const { facets, notProvided, oldestSeenAt, ...answer } = index.query(step.ask);
        const present = customers.filter(({ isMissing }) => !isMissing);
        expect(answer).toEqual({ ...expectedPage(customers, step.ask), known: present.length });
        expect(oldestSeenAt).toBe(present.length === 0 ? undefined : Math.min(...present.map(({ seenAt }) => seenAt)));
        expect(notProvided).toEqual(
          customers.length === 0
            ? []
            : (["plan", "term", "usersCount", "email", "created"] as const).filter((member) =>
                customers.every((row) => row[member] === undefined || row[member] === ""),
              ),
        );
        for (const member of ["plan", "term"] as const) {
          for (const { value, count: counted } of facets[member]) {
            const expected = count(customers, of, member, (row) => isPlan(member, row[member], value ?? ""));
            expect(counted).toBe(expected);
          }
          const all = facets[member].reduce((sum, one) => sum + one.count, 0);
          expect(all).toBe(count(customers, of, member, () => true));
        }
        expect(facets.state).toEqual(
          knownStates.map((value) => ({
            value,
            count: count(customers, of, "state", (row) => stateOf(row) === value),
          })),
        );
        expect(facets.pinned).toBe(count(customers, of, "pinned", ({ key }) => of.pins.includes(key)));
        for (const { value, count: counted } of facets.tag) {
          const tagged = of.tags.find(({ tag }) => tag === value)?.keys ?? [];
          expect(counted).toBe(count(customers, of, "tag", ({ key }) => tagged.includes(key)));
        }
        expect(facets.elsewhere).toEqual(
          elsewhereDays.map((days) => ({
            days,
            count: count(customers, of, "elsewhere", (row) => (row.elsewhereAt ?? -1) >= nowMs - days * 24 * hourMs),
          })),
        );
        expect(facets.users).toEqual([
          ...usersBands.map((band) => ({
            ...band,
            count: count(
              customers,
              of,
              "users",
              ({ usersCount = -1 }) => usersCount >= band.from && usersCount <= ("to" in band ? band.to : 1e9),
            ),
          })),
          { from: null, count: count(customers, of, "users", ({ usersCount }) => usersCount === undefined) },
        ]);
        expect(facets.age).toEqual(
          ageBands.map((band) => ({
            ...band,
            count: count(customers, of, "age", ({ seenAt }) => {
              const hours = (nowMs - seenAt) / hourMs;
              return hours >= band.from && hours < ("to" in band ? band.to : Number.POSITIVE_INFINITY);
            }),
          })),
        );
      }
    }),
    { numRuns: 400 },
  );
});
