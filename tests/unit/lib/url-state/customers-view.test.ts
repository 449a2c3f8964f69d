import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { customerScanQuerySchema } from "#lib/contract/customers/customer-scan.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { customerSortKeys, windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { type CustomersLayout, customerColumnIDs } from "#lib/customers/customers-layout.ts";
import { densities } from "#lib/table-density.ts";

import {
  type CustomersView,
  changeCustomersView,
  customersQuery,
  customersViewParams,
  defaultCustomersView,
  exportQuery,
  isScanned,
  noScanFilters,
  parseCustomersView,
  queryOfView,
  savedQuery,
  scanQuery,
} from "#lib/url-state/customers-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const now = Date.parse("2026-11-20T23:30:00Z");

const days = fc.integer({ min: 0, max: 40_000 }).map((day) => utcDay(day * 86_400_000));

const windows = fc.oneof(
  fc.constantFrom(...windowPresets),
  days.map((datefrom) => ({ datefrom })),
  fc.tuple(days, days).map(([one, two]) => ({ datefrom: one < two ? one : two, dateto: one < two ? two : one })),
);

const usersRanges = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([one, two]) => ({ min: Math.min(one, two), max: Math.max(one, two) }));

/** Any combination of filters that the API does not support. */
const scanned = fc
  .tuple(fc.option(fc.constantFrom("essential", "Größe 2", "a&b=c")), fc.option(fc.uuid()), fc.option(usersRanges))
  .map(([plan, term, users]) => ({
    ...(plan !== null && { plan }),
    ...(term !== null && { term }),
    ...(users !== null && { users }),
  }));

/** The console's own lists. */
const marked = fc.constantFrom<Pick<CustomersView, "pinned" | "tag">>({}, { pinned: true }, { tag: "größe & co." });

const listed = fc.record({
  window: windows,
  searchTerm: anyText().map((text) => text.toWellFormed().trim()),
  includeDeleted: fc.boolean(),
  sort: fc.constantFrom(...customerSortKeys),
  ascending: fc.boolean(),
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000_000 }),
});

const questions: fc.Arbitrary<CustomersView> = fc
  .tuple(listed, scanned, marked)
  .map(([question, filters, mark]) => ({ ...question, ...filters, ...mark }));

const layouts: fc.Arbitrary<CustomersLayout> = fc.record({
  columns: fc.shuffledSubarray([...customerColumnIDs]),
  density: fc.constantFrom(...densities),
});

/** A page can get its view from a saved view with its columns, or when a search widens its window. */
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

  test("any text is read as some view, and reading is stable", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const view = parseCustomersView(new URLSearchParams(text));
        expect(parseCustomersView(customersViewParams(view))).toEqual(view);
        expect(customerListQuerySchema.safeParse(Object.fromEntries(customersQuery(view, now))).success).toBe(true);
      }),
    );
  });

  test("the default view names its window: an empty URL opens the view that a person has chosen as default", () => {
    expect(customersViewParams(defaultCustomersView).toString()).toBe("window=7d");
    expect(parseCustomersView(new URLSearchParams())).toEqual(defaultCustomersView);
  });

  test.each([
    ["window=2w&limit=7&sort=plan&offset=-5", defaultCustomersView],
    ["datefrom=2026-02-30", defaultCustomersView],
    ["datefrom=2026-05-01&dateto=2026-04-01", { ...defaultCustomersView, window: { datefrom: "2026-05-01" } }],
    ["widenedFrom=7d", defaultCustomersView],
    ["layout=huge.plan", defaultCustomersView],
    ["searchTerm=a&widenedFrom=2026-02-30&view=%3Cb%3E", { ...defaultCustomersView, searchTerm: "a" }],
    ["searchTerm=a&widenedFrom=2026-05-01..2026-04-01", { ...defaultCustomersView, searchTerm: "a" }],
    ["dateto=2026-04-01", { ...defaultCustomersView, window: { datefrom: "1970-01-01", dateto: "2026-04-01" } }],
  ])("%s", (text, view) => {
    expect(parseCustomersView(new URLSearchParams(text))).toEqual(view);
  });
});

describe("the request for a view", () => {
  test("always names a datefrom, counted in UTC days", () => {
    const datefrom = (window: CustomersView["window"]) =>
      customersQuery({ ...defaultCustomersView, window }, now).get("datefrom");
    expect(datefrom("7d")).toBe("2026-11-13");
    expect(datefrom("30d")).toBe("2026-10-21");
    expect(datefrom("90d")).toBe("2026-08-22");
    expect(datefrom("1y")).toBe("2025-11-20");
    expect(datefrom("all")).toBe("1970-01-01");
  });

  test("is what the BFF accepts, and says the same", () => {
    fc.assert(
      fc.property(views, (view) => {
        const query = customerListQuerySchema.parse(Object.fromEntries(customersQuery(view, now)));
        expect(query).toMatchObject({
          limit: view.limit,
          offset: view.offset,
          sort: view.sort,
          ascending: view.ascending,
          includeDeleted: view.includeDeleted,
        });
        expect(query.searchTerm ?? "").toBe(view.searchTerm);
      }),
    );
  });
});

describe("what a saved view keeps", () => {
  test("is the question without its page, the same for the same question", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 0, max: 1_000 }), (view, offset) => {
        const saved = savedQuery(view);
        expect(savedQuery({ ...view, offset, viewID: "other", widenedFrom: undefined, layout: undefined })).toBe(saved);
        expect(parseCustomersView(new URLSearchParams(saved))).toEqual({ ...queryOfView(view), offset: 0 });
      }),
    );
  });
});

test("an export is requested by the filters alone", () => {
  fc.assert(
    fc.property(views, (view) => {
      const query = customerExportQuerySchema.parse(Object.fromEntries(exportQuery(view, "json", false, now)));
      expect(query).toMatchObject({ format: "json", includeDeleted: view.includeDeleted });
      expect(query.datefrom).toBe(customersQuery(view, now).get("datefrom"));
      const { plan, term, users } = query;
      expect({ plan, term, users }).toEqual({ plan: view.plan, term: view.term, users: view.users });
    }),
  );
});

describe("filters that the API does not have", () => {
  test("are never part of what the API is asked for", () => {
    const view = { ...defaultCustomersView, plan: "essential", term: "monthly", users: { min: 1 } };
    expect(customersQuery(view, now).toString()).toBe(customersQuery(defaultCustomersView, now).toString());
    expect(isScanned(view)).toBe(true);
    expect(isScanned({ ...view, ...noScanFilters })).toBe(false);
  });

  test("are what a scan is requested by, with the list's own filters and the place to continue at", () => {
    fc.assert(
      fc.property(views, fc.option(fc.integer({ min: 1 })), (view, checked) => {
        const place = checked === null ? undefined : { checked, after: "c1" };
        const parsed = customerScanQuerySchema.safeParse(Object.fromEntries(scanQuery(view, now, place)));
        expect(parsed.success).toBe(isScanned(view));
        if (!parsed.success) return;
        const { plan, term, users, datefrom, from } = parsed.data;
        expect({ plan, term, users }).toEqual({ plan: view.plan, term: view.term, users: view.users });
        expect(datefrom).toBe(customersQuery(view, now).get("datefrom"));
        expect(from).toBe(checked ?? undefined);
      }),
    );
  });

  test("another one begins at the first row", () => {
    expect(changeCustomersView({ ...defaultCustomersView, offset: 50 }, { plan: "essential" }).offset).toBe(0);
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
    ["gives the window back without a term", { searchTerm: "" }, { window: "7d" }],
    ["stays wide for the same term", { searchTerm: "acme" }, { window: "all", widenedFrom: "7d" }],
    ["stays wide on another page", { offset: 25 }, { window: "all", widenedFrom: "7d" }],
    ["stays wide in another order", { sort: "usersCount" }, { window: "all", widenedFrom: "7d" }],
    ["has the window that the person chooses", { window: "30d" }, { window: "30d" }],
  ])("%s", (_what, change, expected) => {
    const { widenedFrom, ...changed } = changeCustomersView(widened, change);
    expect({ window: changed.window, ...(widenedFrom && { widenedFrom }) }).toEqual(expected);
  });
});

describe("a changed view", () => {
  const view: CustomersView = { ...defaultCustomersView, searchTerm: "acme", limit: 25, offset: 75 };

  test.each<Partial<CustomersView>>([
    { includeDeleted: true },
    { searchTerm: "" },
    { window: "all" },
    { sort: "usersCount" },
    { ascending: true },
  ])("%o begins at the first row", (change) => {
    expect(changeCustomersView(view, change)).toEqual({ ...view, ...change, offset: 0 });
  });

  test("another page touches nothing else", () => {
    expect(changeCustomersView(view, { offset: 50 })).toEqual({ ...view, offset: 50 });
  });

  test.each([
    [10, 70],
    [50, 50],
    [100, 0],
  ] as const)("%i rows a page keeps the row that was on top on the page", (limit, offset) => {
    expect(changeCustomersView(view, { limit })).toEqual({ ...view, limit, offset });
  });
});

test("another layout keeps the page that is shown", () => {
  const view = { ...defaultCustomersView, offset: 50 };
  const layout = { columns: ["plan"], density: "compact" } as const;
  expect(changeCustomersView(view, { layout })).toEqual({ ...view, layout });
});
