import { expect, test } from "vitest";
import { isInRow, railFor, tabsFor } from "#components/shell/places.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { pages, placeHref } from "#lib/paths.ts";
import { mayOpen, placeNames, placeOf, railRows } from "#lib/places.ts";

const environment = "sandbox" as const;

test("the navigation rail has eight rows, and a narrow screen shows four of them", () => {
  const rows = railFor({ role: "administrator" });
  expect(rows.map(({ label }) => label)).toEqual([
    "Overview",
    "Attention",
    "Customers",
    "Numbers",
    "Operations",
    "Webhooks",
    "API",
    "Administration",
  ]);
  expect(rows.filter(({ isInBar }) => isInBar)).toHaveLength(4);
});

test.each(roles)(
  "each row of the rail for the role %s opens a page that the role may see, and is the only current row there",
  (role) => {
    const rows = railFor({ role });
    for (const { row, place } of rows) {
      expect(mayOpen(place, { role })).toBe(true);
      const href = placeHref(place, environment);
      expect(rows.filter((other) => isInRow(other.row, environment, href)).map((other) => other.row)).toEqual([row]);
    }
  },
);

test.each(["viewer", "editor"] as const)("the role %s has no row for administration", (role) => {
  expect(railFor({ role }).map(({ row }) => row)).toEqual(
    Object.keys(railRows).filter((row) => row !== "administration"),
  );
});

test.each([
  [pages.customer(environment, "c-1"), "customers"],
  [pages.newCustomer(environment), "customers"],
  [pages.bulk(environment, "b-1"), "operations"],
  [pages.jobs(environment), "operations"],
  [pages.job(environment, "j-1"), "operations"],
  [pages.apiBehaviour(environment), "api"],
  [pages.apiReference(environment), "api"],
  [pages.audit(), "administration"],
])("the page %s belongs to the row %s", (pathname, row) => {
  const current = Object.keys(railRows) as (keyof typeof railRows)[];
  expect(current.filter((name) => isInRow(name, environment, pathname))).toEqual([row]);
});

test("operations, the API and administration have tabs", () => {
  const labels = (pathname: string) =>
    tabsFor({ role: "administrator" }, environment, pathname).map((name) => placeOf(name).tab);
  expect(labels(pages.jobs(environment))).toEqual([
    "All",
    "Bulk",
    "Planned",
    "Imports",
    "Exports",
    "Proposals",
    "Jobs",
  ]);
  expect(labels(pages.calls(environment))).toEqual(["Calls", "Status", "Behaviour", "Reference"]);
  expect(labels(pages.policy())).toEqual(["Staff", "API clients", "Policy", "Audit", "Console health"]);
});

test.each(roles)("the role %s gets only tabs of pages that it may see, and never a single tab", (role) => {
  for (const name of placeNames) {
    const tabs = tabsFor({ role }, environment, placeHref(name, environment));
    expect(tabs).not.toHaveLength(1);
    expect(tabs.filter((tab) => !mayOpen(tab, { role }))).toEqual([]);
  }
});

test("a page without a tab, and a page below a tab, show no tabs", () => {
  for (const pathname of [pages.customers(environment), pages.job(environment, "j-1"), pages.account()]) {
    expect(tabsFor({ role: "administrator" }, environment, pathname)).toEqual([]);
  }
});

test("a person who lacks an environment is offered no page whose data cover all environments", () => {
  const reader = { role: "administrator", lacksEnvironments: true } as const;
  const administration = placeNames.filter((name) => placeOf(name).row === "administration");
  expect(administration.filter((name) => mayOpen(name, reader))).toEqual(["policy"]);
  expect(railFor(reader).find(({ row }) => row === "administration")?.place).toBe("policy");
  expect(tabsFor(reader, environment, pages.policy())).toEqual([]);
});
