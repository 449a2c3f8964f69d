import { expect, test } from "vitest";
import { canMatchOutside, countOutside } from "#lib/search-widening/outside-window.ts";
import { type CustomersView, defaultCustomersView } from "#lib/url-state/customers-view.ts";

const nowMs = Date.parse("2026-11-22T12:00:00Z");
const searching = (window: CustomersView["window"]) => ({ ...defaultCustomersView, searchTerm: "bygg", window });

test("a search in a window shorter than all time may have matches outside the window", () => {
  const narrow: CustomersView["window"][] = ["7d", "30d", "90d", "1y", { datefrom: "2026-11-01" }];
  for (const window of narrow) expect(canMatchOutside(searching(window), nowMs)).toBe(true);
  expect(canMatchOutside(searching({ datefrom: "1970-01-01", dateto: "2026-11-21" }), nowMs)).toBe(true);
});

test("a search in all time has no matches outside, in any spelling of all time", () => {
  expect(canMatchOutside(searching("all"), nowMs)).toBe(false);
  expect(canMatchOutside(searching({ datefrom: "1970-01-01" }), nowMs)).toBe(false);
});

test("a list without a search is not counted outside its window", () => {
  expect(canMatchOutside(defaultCustomersView, nowMs)).toBe(false);
});

test("the matches outside are all matches at any time minus the matches inside", () => {
  expect(countOutside(1, 49)).toBe(48);
  expect(countOutside(49, 49)).toBe(0);
});

test("two counts that contradict each other give no result", () => {
  expect(countOutside(3, 2)).toBeUndefined();
});
