import fc from "fast-check";
import { expect, test } from "vitest";
import { plannedListQuerySchema } from "#lib/contract/operations/planned-requests.ts";
import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import { plannedCalendarQuery } from "#lib/query/operations/planned-calendar.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";
import {
  changePlannedView,
  defaultPlannedView,
  type PlannedView,
  parsePlannedView,
  plannedQuery,
  plannedViewParams,
} from "#lib/url-state/planned-view.ts";

const months = fc.tuple(fc.integer({ min: 1970, max: 9999 }), fc.integer({ min: 1, max: 12 }));

const views: fc.Arbitrary<PlannedView> = fc.record({
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000 }),
  layout: fc.constantFrom("list", "calendar"),
  month: fc.option(
    months.map(([year, month]) => `${year}-${String(month).padStart(2, "0")}`),
    { nil: undefined },
  ),
  open: fc.boolean(),
  mine: fc.boolean(),
  states: fc.subarray([...plannedStates]),
  customerID: fc.option(fc.uuid(), { nil: undefined }),
});

const asked = (query: URLSearchParams) => {
  const { customerID, ...one } = Object.fromEntries(query);
  return plannedListQuerySchema.parse({ ...one, ...(customerID !== undefined && { customerID: [customerID] }) });
};

test("every view survives the conversion to its URL and back", () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(parsePlannedView(plannedViewParams(view))).toEqual(view);
    }),
  );
});

test("any text is parsed as a view, and the server accepts its query", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const view = parsePlannedView(new URLSearchParams(text));
      expect(parsePlannedView(plannedViewParams(view))).toEqual(view);
      asked(plannedQuery(view));
    }),
  );
});

test("open changes are sorted by their next time, and all changes newest first", () => {
  expect(asked(plannedQuery(defaultPlannedView))).toMatchObject({ open: true, sort: "at", ascending: true });
  const all = asked(plannedQuery({ ...defaultPlannedView, open: false }));
  expect(all).toMatchObject({ sort: "createdAt", ascending: false });
  expect(all.open).toBeUndefined();
});

test("a filter for a finished state returns finished planned changes", () => {
  const query = asked(plannedQuery({ ...defaultPlannedView, states: ["done"] }));
  expect(query).toMatchObject({ state: ["done"], sort: "createdAt" });
  expect(query.open).toBeUndefined();
});

test("a calendar requests its days by their beginnings in its zone", () => {
  const query = plannedCalendarQuery(defaultPlannedView, { from: "2026-03-29", to: "2026-04-01" }, "Europe/Amsterdam");
  expect(asked(query)).toMatchObject({ from: "2026-03-28T23:00:00.000Z", to: "2026-03-31T22:00:00.000Z", limit: 100 });
});

test("another filter leads back to the first row, and another page does not", () => {
  const view = { ...defaultPlannedView, offset: 50 };
  expect(changePlannedView(view, { mine: true }).offset).toBe(0);
  expect(changePlannedView(view, { offset: 75 }).offset).toBe(75);
});
