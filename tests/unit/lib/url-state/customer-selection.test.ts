import { expect, test } from "vitest";
import { matchingFilters, selectionForView, selectionSize, withCustomers } from "#lib/url-state/customer-selection.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const filters = matchingFilters({ ...defaultCustomersView, searchTerm: "acme" }, nowMs);
const matching = { kind: "matching", filters, total: 212 } as const;
const page = ["a", "b", "c"];

test("filters are stored with fixed days, and contain only what was chosen", () => {
  expect(filters).toEqual({ datefrom: "2026-11-13", searchTerm: "acme", includeDeleted: false });
  const range = { datefrom: "2026-01-01", dateto: "2026-01-31" };
  expect(matchingFilters({ ...defaultCustomersView, window: range, includeDeleted: true }, nowMs)).toEqual({
    ...range,
    includeDeleted: true,
  });
});

test("customers are added and removed one by one, each once, and an empty selection is undefined", () => {
  const one = withCustomers(undefined, ["a"], true, page);
  expect(one).toEqual({ kind: "ids", customerIDs: ["a"] });
  const more = withCustomers(one, ["a", "z"], true, page);
  expect(more).toEqual({ kind: "ids", customerIDs: ["a", "z"] });
  expect(withCustomers(more, ["a", "z"], false, page)).toBeUndefined();
});

test("removing one customer of all matches leaves the other customers of the page", () => {
  expect(withCustomers(matching, ["b"], false, page)).toEqual({ kind: "ids", customerIDs: ["a", "c"] });
  expect(withCustomers(matching, ["b"], true, page)).toBe(matching);
  expect(selectionSize(matching)).toBe(212);
});

test("all matches are all customers that match these filters, on every page", () => {
  expect(selectionForView(matching, { ...filters })).toBe(matching);
  for (const other of [{ searchTerm: "other" }, { includeDeleted: true }, { datefrom: "2026-11-14" }]) {
    expect(selectionForView(matching, { ...filters, ...other })).toBeUndefined();
  }
  const ids = { kind: "ids" as const, customerIDs: ["a"] };
  expect(selectionForView(ids, { ...filters, searchTerm: "other" })).toBe(ids);
});
