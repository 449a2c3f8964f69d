import fc from "fast-check";
import { expect, test } from "vitest";
import { bulkQuerySchema } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { type BulkView, bulkQuery, bulkViewParams, changeBulkView, parseBulkView } from "#lib/url-state/bulk-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";

const views: fc.Arbitrary<BulkView> = fc.record({
  states: fc.subarray([...bulkRowStates]),
  limit: fc.constantFrom(...pageSizes),
  offset: fc.nat(),
});

test("every view survives the conversion to a URL and back, and the BFF accepts its query", () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(parseBulkView(new URLSearchParams(bulkViewParams(view).toString()))).toEqual(view);
      const { state = [], ...page } = bulkQuerySchema.parse(Object.fromEntries(bulkQuery(view)));
      expect({ ...page, states: state }).toEqual(view);
    }),
  );
});

test("any URL gives a view", () => {
  fc.assert(fc.property(fc.string(), (text) => void bulkQuery(parseBulkView(new URLSearchParams(text)))));
});

test("another filter leads back to the first row, and another page keeps the filter", () => {
  const view: BulkView = { states: ["failed", "unknown"], limit: 25, offset: 50 };
  expect(changeBulkView(view, { states: [] })).toEqual({ states: [], limit: 25, offset: 0 });
  expect(changeBulkView(view, { offset: 25 })).toEqual({ ...view, offset: 25 });
  expect(changeBulkView(view, { limit: 100 })).toEqual({ ...view, limit: 100, offset: 0 });
});
