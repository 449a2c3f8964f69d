import fc from "fast-check";
import { expect, test } from "vitest";
import { callListQuerySchema, repeatedCallFilters } from "#lib/contract/calls/call-requests.ts";
import { callCauses, callKinds, callResults } from "#lib/contract/values/call-values.ts";
import {
  type CallsView,
  callsQuery,
  callsViewParams,
  changeCallsView,
  defaultCallsView,
  parseCallsView,
} from "#lib/url-state/calls-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const views: fc.Arbitrary<CallsView> = fc.record({
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000 }),
  requestIDs: fc.uniqueArray(fc.uuid(), { maxLength: 5 }),
  method: maybe(fc.constantFrom("GET" as const, "POST" as const, "PATCH" as const)),
  path: maybe(fc.constantFrom("/customers/{customerID}/contract", "/a&b=c", "/ü")),
  results: fc.subarray([...callResults]),
  error: maybe(fc.constantFrom("upstream_failed", "aborted")),
  kinds: fc.subarray([...callKinds]),
  causes: fc.subarray([...callCauses]),
  staffIDs: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  id: maybe(fc.uuid()),
});

test("every view of the calls page survives the conversion to a URL and back, and the server accepts its query", () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(parseCallsView(new URLSearchParams(callsViewParams(view).toString()))).toEqual(view);
      const query = callsQuery(view);
      const repeated = repeatedCallFilters.flatMap((name) => (query.has(name) ? [[name, query.getAll(name)]] : []));
      const given = { ...Object.fromEntries(query), ...Object.fromEntries(repeated) };
      expect(callListQuerySchema.safeParse(given).error).toBeUndefined();
    }),
  );
});

test.each([
  ["method=HEAD", "a method that is never used"],
  ["path=customers", "a path that does not begin with a slash"],
  ["error=%3Cb%3E", "an error that is no code"],
  ["requestID=a%20b", "an ID that is none"],
])("the parameter %s is ignored", (query) => {
  expect(parseCallsView(new URLSearchParams(query))).toEqual(defaultCallsView);
});

test("another filter leads back to the first row, and another page size does not", () => {
  const view = { ...defaultCallsView, offset: 75 };
  expect(changeCallsView(view, { kinds: ["merged"] }).offset).toBe(0);
  expect(changeCallsView(view, { limit: 50 }).offset).toBe(50);
});
