import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { needsRecord as needsRecordOnServer, repeatedKnownFilters } from "#lib/contract/customers/known-list.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { knownStates, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { type CustomersLayout, customerColumnIDs } from "#lib/customers/customers-layout.ts";
import { densities } from "#lib/table-density.ts";

import {
  type CustomersView,
  changeCustomersView,
  customersQuery,
  customersViewParams,
  defaultCustomersView,
  exportQuery,
  needsRecord,
  parseCustomersView,
  queryOfView,
  savedQuery,
  viewDefinition,
} from "#lib/url-state/customers-view.ts";
import { type KnownFiltersView, noKnownFilters } from "#lib/url-state/known-filters.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const now = Date.parse("2026-11-20T23:30:00Z");

const days = fc.integer({ min: 0, max: 40_000 }).map((day) => utcDay(day * 86_400_000));

const windows = fc.oneof(
  fc.constantFrom(...windowPresets),
  days.map((datefrom) => ({ datefrom })),
  fc.tuple(days, days).map(([one, two]) => ({ datefrom: one < two ? one : two, dateto: one < two ? two : one })),
);

const ranges = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max }))
    .map(([one, two]) => ({ from: Math.min(one, two), to: Math.max(one, two) }));

const contractWords = fc.uniqueArray(fc.constantFrom("essential", "Größe 2", "a&b=c", ""), { maxLength: 3 });

/** Generates any combination of the filters that work only on known customers, not on lists of the API. */
const knownFilters: fc.Arbitrary<KnownFiltersView> = fc
  .record({
    plan: contractWords,
    term: contractWords,
    users: fc.option(ranges(999_999_999)),
    tag: fc.uniqueArray(fc.constantFrom("vip", "größe & co."), { maxLength: 2 }),
    pinned: fc.boolean(),
    elsewhere: fc.option(fc.oneof(fc.constantFrom("1d", "7d", "3650d"), days), { nil: undefined }),
    age: fc.option(ranges(99_998)),
    state: fc.uniqueArray(fc.constantFrom(...knownStates), { maxLength: 3 }),
  })
  .map(({ users, age, ...filters }) => ({
    ...filters,
    usersFrom: users?.from,
    usersTo: users?.to,
    ageFrom: age?.from,
    ageTo: age ? age.to + 1 : undefined,
  }));

/** Half of the queries have no filter, so that the tests cover lists of the API too. */
const filters = fc.oneof({ weight: 1, arbitrary: fc.constant(noKnownFilters) }, { weight: 1, arbitrary: knownFilters });

/** Converts the query as the route does: members that may be repeated become lists. */
const asInput = (params: URLSearchParams) => ({
  ...Object.fromEntries(params),
  ...Object.fromEntries(
    repeatedKnownFilters.flatMap((name) => (params.has(name) ? [[name, params.getAll(name)]] : [])),
  ),
});

const listed = fc.record({
  window: windows,
  searchTerm: anyText().map((text) => text.toWellFormed().trim()),
  includeDeleted: fc.boolean(),
  sort: fc.constantFrom(...listSortKeys),
  ascending: fc.boolean(),
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000_000 }),
});

const questions: fc.Arbitrary<CustomersView> = fc
  .tuple(listed, filters)
  .map(([question, known]) => ({ ...question, ...known }));

/** Returns the filters that a query or a view has. */
const filtersOf = (query: object) =>
  Object.fromEntries(
    Object.keys(noKnownFilters).flatMap((name) => {
      const value = (query as Record<string, unknown>)[name];
      const isAbsent = value === undefined || value === false || (Array.isArray(value) && value.length === 0);
      return isAbsent ? [] : [[name, value]];
    }),
  );

const layouts: fc.Arbitrary<CustomersLayout> = fc.record({
  columns: fc.shuffledSubarray([...customerColumnIDs]),
  density: fc.constantFrom(...densities),
});

/** A page can get its view from a saved view with columns, or from a search that has widened its window. */
const views: fc.Arbitrary<CustomersView> = fc
  .tuple(questions, fc.option(windows), fc.option(fc.uuid()), fc.option(layouts))
  .map(([question, widenedFrom, viewID, layout]) => ({
    ...question,
    ...(widenedFrom !== null && question.searchTerm !== "" && { widenedFrom }),
    ...(viewID !== null && { viewID }),
    ...(layout !== null && { layout }),
  }));

describe("the URL of the customers page", () => {
  test("every view survives the conversion to its URL and back", () => {
    fc.assert(
      fc.property(views, (view) => {
        const url = new URL(`http://console.test/?${customersViewParams(view)}`);
        expect(parseCustomersView(url.searchParams)).toEqual(view);
      }),
    );
  });

  test("any text is parsed as some view, and parsing again gives the same view", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const view = parseCustomersView(new URLSearchParams(text));
        expect(parseCustomersView(customersViewParams(view))).toEqual(view);
        expect(customerListQuerySchema.safeParse(asInput(customersQuery(view, now))).success).toBe(true);
      }),
    );
  });

  test("the default view names its window, and an empty URL opens the view that a person has chosen as default", () => {
    expect(customersViewParams(defaultCustomersView).toString()).toBe("window=7d");
    expect(parseCustomersView(new URLSearchParams())).toEqual(defaultCustomersView);
  });

  test.each([
    ["window=2w&limit=7&sort=colour&offset=-5", defaultCustomersView],
    ["usersFrom=-1&ageTo=x&elsewhere=0d&state=gone&pinned=1", defaultCustomersView],
    ["usersFrom=9&usersTo=3&ageFrom=5&ageTo=5", { ...defaultCustomersView, usersFrom: 9, ageFrom: 5 }],
    ["datefrom=2026-02-30", defaultCustomersView],
    ["datefrom=2026-05-01&dateto=2026-04-01", { ...defaultCustomersView, window: { datefrom: "2026-05-01" } }],
    ["widenedFrom=7d", defaultCustomersView],
    ["layout=huge.plan", defaultCustomersView],
    ["searchTerm=a&widenedFrom=2026-02-30&view=%3Cb%3E", { ...defaultCustomersView, searchTerm: "a" }],
    ["searchTerm=a&widenedFrom=2026-05-01..2026-04-01", { ...defaultCustomersView, searchTerm: "a" }],
    ["dateto=2026-04-01", { ...defaultCustomersView, window: { datefrom: "1970-01-01", dateto: "2026-04-01" } }],
  ])("the query %s is read as the expected view", (text, view) => {
    expect(parseCustomersView(new URLSearchParams(text))).toEqual(view);
  });
});

describe("the request for a view", () => {
  test("the request always names a datefrom, counted in UTC days", () => {
    const datefrom = (window: CustomersView["window"]) =>
      customersQuery({ ...defaultCustomersView, window }, now).get("datefrom");
    expect(datefrom("7d")).toBe("2026-11-13");
    expect(datefrom("30d")).toBe("2026-10-21");
    expect(datefrom("90d")).toBe("2026-08-22");
    expect(datefrom("1y")).toBe("2025-11-20");
    expect(datefrom("all")).toBe("1970-01-01");
  });

  test("the BFF accepts the request, and interprets it as the same view", () => {
    fc.assert(
      fc.property(views, (view) => {
        const query = customerListQuerySchema.parse(asInput(customersQuery(view, now)));
        expect(query).toMatchObject({
          limit: view.limit,
          offset: view.offset,
          sort: view.sort,
          ascending: view.ascending,
          includeDeleted: view.includeDeleted,
        });
        expect(query.searchTerm ?? "").toBe(view.searchTerm);
        expect(filtersOf(query)).toEqual(filtersOf(view));
        expect(needsRecordOnServer(query)).toBe(needsRecord(view));
      }),
    );
  });
});

describe("the content of a saved view", () => {
  test("a saved view contains the query without its page, and is the same for the same query", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 0, max: 1_000 }), (view, offset) => {
        const saved = savedQuery(view);
        expect(savedQuery({ ...view, offset, viewID: "other", widenedFrom: undefined, layout: undefined })).toBe(saved);
        expect(parseCustomersView(new URLSearchParams(saved))).toEqual({ ...queryOfView(view), offset: 0 });
      }),
    );
  });

  test("the definition of a view has all of its filters, and neither order nor page size", () => {
    fc.assert(
      fc.property(views, questions, (view, { sort, ascending, limit }) => {
        const definition = viewDefinition(savedQuery(view));
        expect(viewDefinition(savedQuery({ ...view, sort, ascending, limit }))).toBe(definition);
        expect(viewDefinition(definition)).toBe(definition);
        const { sort: _, ascending: __, limit: ___, offset: ____, ...filters } = queryOfView(view);
        expect(parseCustomersView(new URLSearchParams(definition))).toMatchObject(filters);
      }),
    );
  });
});

test("the filters alone determine the request of an export", () => {
  fc.assert(
    fc.property(views, (view) => {
      const query = customerExportQuerySchema.parse(asInput(exportQuery(view, "json", false, now)));
      expect(query).toMatchObject({ format: "json", includeDeleted: view.includeDeleted });
      expect(query.datefrom).toBe(customersQuery(view, now).get("datefrom"));
      expect(filtersOf(query)).toEqual(filtersOf(view));
    }),
  );
});

describe("filters that the API does not have", () => {
  test("these filters need known customers, and so do sort keys that the API does not have", () => {
    const changed = (change: Partial<CustomersView>) => needsRecord({ ...defaultCustomersView, ...change });
    expect(changed({})).toBe(false);
    expect(changed({ searchTerm: "a", includeDeleted: true, window: "all", sort: "usersCount" })).toBe(false);
    expect(changed({ plan: ["essential"] })).toBe(true);
    expect(changed({ sort: "plan" })).toBe(true);
    expect(changed({ sort: "plan", ...noKnownFilters })).toBe(true);
    expect(changed(noKnownFilters)).toBe(false);
  });

  test.each<[string, Partial<CustomersView>]>([
    ["plan=essential&users=10..50&window=all", { plan: ["essential"], usersFrom: 10, usersTo: 50, window: "all" }],
    ["term=12-months&users=10", { term: ["12-months"], usersFrom: 10, usersTo: 10 }],
    ["users=10..", { usersFrom: 10 }],
    ["users=..50", { usersTo: 50 }],
    ["users=many", {}],
  ])("the earlier format %s means the same", (text, view) => {
    expect(parseCustomersView(new URLSearchParams(text))).toEqual({ ...defaultCustomersView, ...view });
  });

  test.each<[string, Partial<CustomersView>]>([
    ["tag=vip", { tag: ["vip"], window: "all", includeDeleted: true }],
    ["pinned=true", { pinned: true, window: "all", includeDeleted: true }],
    ["pinned=true&window=7d", { pinned: true }],
    ["tag=vip&window=30d", { tag: ["vip"], window: "30d" }],
  ])("a mark without a window, as in links, means all its customers: %s", (text, view) => {
    const parsed = parseCustomersView(new URLSearchParams(text));
    expect(parsed).toEqual({ ...defaultCustomersView, ...view });
    expect(parseCustomersView(new URLSearchParams(savedQuery(parsed)))).toEqual(parsed);
  });

  test("another filter leads back to the first row", () => {
    expect(changeCustomersView({ ...defaultCustomersView, offset: 50 }, { plan: ["essential"] }).offset).toBe(0);
  });
});

describe("a search whose window was widened", () => {
  const widened: CustomersView = {
    ...defaultCustomersView,
    searchTerm: "acme",
    window: "all",
    widenedFrom: "7d",
  };

  test.each<[string, Partial<CustomersView>, Partial<CustomersView>]>([
    ["begins in the person's own window with another term", { searchTerm: "acme 2" }, { window: "7d" }],
    ["returns to its own window without a term", { searchTerm: "" }, { window: "7d" }],
    ["stays wide for the same term", { searchTerm: "acme" }, { window: "all", widenedFrom: "7d" }],
    ["stays wide on another page", { offset: 25 }, { window: "all", widenedFrom: "7d" }],
    ["stays wide in another order", { sort: "usersCount" }, { window: "all", widenedFrom: "7d" }],
    ["has the window that the person chooses", { window: "30d" }, { window: "30d" }],
  ])("a search whose window was widened %s", (_what, change, expected) => {
    const { widenedFrom, ...changed } = changeCustomersView(widened, change);
    expect({ window: changed.window, ...(widenedFrom && { widenedFrom }) }).toEqual(expected);
  });
});

describe("changing a view", () => {
  const view: CustomersView = { ...defaultCustomersView, searchTerm: "acme", limit: 25, offset: 75 };

  test.each<Partial<CustomersView>>([
    { includeDeleted: true },
    { searchTerm: "" },
    { window: "all" },
    { sort: "usersCount" },
    { ascending: true },
  ])("a change of %o leads back to the first row", (change) => {
    expect(changeCustomersView(view, change)).toEqual({ ...view, ...change, offset: 0 });
  });

  test("another page changes nothing else", () => {
    expect(changeCustomersView(view, { offset: 50 })).toEqual({ ...view, offset: 50 });
  });

  test.each([
    [10, 70],
    [50, 50],
    [100, 0],
  ] as const)("with %i rows a page, the page still contains the row that was at the top", (limit, offset) => {
    expect(changeCustomersView(view, { limit })).toEqual({ ...view, limit, offset });
  });
});

test("another layout keeps the page that is shown", () => {
  const view = { ...defaultCustomersView, offset: 50 };
  const layout = { columns: ["plan"], density: "compact" } as const;
  expect(changeCustomersView(view, { layout })).toEqual({ ...view, layout });
});
