import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activityListQuerySchema, activitySummaryQuerySchema } from "#lib/contract/customers/activity.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import {
  type ActivitiesView,
  activitiesQuery,
  activitiesViewParams,
  activitySummaryQuery,
  changeActivitiesView,
  defaultActivitiesView,
  maxFilterWord,
  parseActivitiesView,
  withActivitiesView,
} from "#lib/url-state/activities-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const now = Date.parse("2026-11-20T23:30:00Z");

const days = fc.integer({ min: 0, max: 40_000 }).map((day) => utcDay(day * 86_400_000));
const ranges = fc.tuple(days, days).map(([one, two]) => (one < two ? ([one, two] as const) : ([two, one] as const)));
const words = anyText().map((text) => text.toWellFormed().trim().slice(0, maxFilterWord).trim());

const views: fc.Arbitrary<ActivitiesView> = fc.record({
  window: fc.oneof(
    fc.constantFrom(...windowPresets),
    days.map((datefrom) => ({ datefrom })),
    ranges.map(([datefrom, dateto]) => ({ datefrom, dateto })),
  ),
  days: fc.option(
    ranges.map(([from, to]) => ({ from, to })),
    { nil: undefined },
  ),
  type: words,
  direction: words,
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000_000 }),
});

const parse = (params: URLSearchParams) => parseActivitiesView(new URL(`http://console.test/?${params}`).searchParams);

describe("the activities' part of a customer page's URL", () => {
  test("every view survives the conversion to a URL and back", () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(parse(activitiesViewParams(view))).toEqual(view);
      }),
    );
  });

  test("any text is parsed as some view, parsing again gives the same view, and the BFF accepts its request", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const view = parseActivitiesView(new URLSearchParams(text));
        expect(parse(activitiesViewParams(view))).toEqual(view);
        const rows = Object.fromEntries(activitiesQuery(view, now));
        expect(activityListQuerySchema.safeParse(rows).success).toBe(true);
        const chart = Object.fromEntries(activitySummaryQuery(view, now));
        expect(activitySummaryQuerySchema.safeParse(chart).success).toBe(true);
      }),
    );
  });

  test("the default view is all time, and has an empty URL", () => {
    expect(activitiesViewParams(defaultActivitiesView).toString()).toBe("");
    expect(parseActivitiesView(new URLSearchParams())).toEqual(defaultActivitiesView);
    expect(activitiesQuery(defaultActivitiesView, now).get("datefrom")).toBe("1970-01-01");
  });

  test.each([
    ["window=2w&limit=7&offset=-5&day=2026-02-30", defaultActivitiesView],
    ["day=2026-11-03&dayto=2026-11-01", { ...defaultActivitiesView, days: { from: "2026-11-03", to: "2026-11-03" } }],
    ["dayto=2026-11-01", defaultActivitiesView],
  ])("the query %s is read as the expected view", (text, view) => {
    expect(parseActivitiesView(new URLSearchParams(text))).toEqual(view);
  });

  test("other parameters of the page's URL stay unchanged", () => {
    fc.assert(
      fc.property(views, (view) => {
        const changed = withActivitiesView(new URLSearchParams("from=5000&type=old&day=2026-11-01"), view);
        expect(changed.get("from")).toBe("5000");
        expect(parse(changed)).toEqual(view);
      }),
    );
  });
});

describe("the request of a view", () => {
  const view: ActivitiesView = {
    ...defaultActivitiesView,
    window: "30d",
    days: { from: "2026-11-03", to: "2026-11-03" },
    type: "call",
    direction: "inbound",
  };

  test("the request contains only rows of the chosen days", () => {
    expect(Object.fromEntries(activitiesQuery(view, now))).toEqual({
      limit: "25",
      offset: "0",
      datefrom: "2026-11-03",
      dateto: "2026-11-03",
      type: "call",
      direction: "inbound",
    });
  });

  test("the chart covers the whole window and every direction, so that other days and directions can be chosen", () => {
    expect(Object.fromEntries(activitySummaryQuery(view, now))).toEqual({ datefrom: "2026-10-21", type: "call" });
  });

  test("another filter leads back to the first row, and another window drops the chosen days", () => {
    const page = { ...view, offset: 75 };
    expect(changeActivitiesView(page, { type: "" })).toEqual({ ...page, type: "", offset: 0 });
    expect(changeActivitiesView(page, { window: "all" })).toEqual({
      ...page,
      window: "all",
      days: undefined,
      offset: 0,
    });
    expect(changeActivitiesView(page, { offset: 50 })).toEqual({ ...page, offset: 50 });
    expect(changeActivitiesView(page, { limit: 50 })).toEqual({ ...page, limit: 50, offset: 50 });
  });
});
