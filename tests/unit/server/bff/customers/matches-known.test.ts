import { expect, test } from "vitest";
import type { KnownListFilters } from "#server/bff/customers/list-known.ts";
import { matchesKnown } from "#server/bff/customers/matches-known.ts";

const allTime = { window: { datefrom: "1970-01-01", defaulted: false } };

const customer = {
  customerID: "c1",
  companyName: "Müller",
  deleted: false,
  contract: { plan: "essential", term: "monthly" },
  adminUser: {},
  usersCount: 10,
  created: "2026-11-20T12:00:00Z",
};

test.each<[Partial<KnownListFilters>, boolean]>([
  [{ plan: ["essential"] }, true],
  // A plan also matches by the name that pages show, and in other letter cases.
  [{ plan: ["Essential"], term: ["MONTHLY"] }, true],
  [{ plan: ["essential+"] }, false],
  [{ plan: ["professional", "essential"] }, true],
  [{ plan: ["essential"], term: ["12-months"] }, false],
  [{ plan: [""] }, false],
  [{ term: ["monthly"], usersFrom: 10, usersTo: 10 }, true],
  [{ usersFrom: 11 }, false],
  [{ usersTo: 9 }, false],
  [{ usersTo: 10 }, true],
  [{ state: ["deleted"] }, false],
  [{ state: ["active", "deleted"] }, true],
  [{ searchTerm: "mull" }, true],
  [{ searchTerm: "meier" }, false],
  [{ window: { datefrom: "2026-11-20", defaulted: false }, dateto: "2026-11-20" }, true],
  [{ window: { datefrom: "2026-11-21", defaulted: false } }, false],
])("the filters %o match the customer: %s", (filters, matches) => {
  expect(matchesKnown(customer, { ...allTime, ...filters })).toBe(matches);
});

test("a customer without a value matches no filter for it, except the filter for unknown values", () => {
  const { usersCount: _, ...unknown } = { ...customer, contract: {} };
  expect(matchesKnown(unknown, { ...allTime, plan: ["essential"] })).toBe(false);
  expect(matchesKnown(unknown, { ...allTime, usersTo: 10 })).toBe(false);
  expect(matchesKnown(unknown, { ...allTime, plan: [""], term: ["", "monthly"] })).toBe(true);
});

test("a deleted customer matches only if deleted customers are included", () => {
  expect(matchesKnown({ ...customer, deleted: true }, allTime)).toBe(false);
  expect(matchesKnown({ ...customer, deleted: true }, { ...allTime, includeDeleted: true })).toBe(true);
});
