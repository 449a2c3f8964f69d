import { expect, test } from "vitest";
import { isPlace, railFor } from "#components/shell/places.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { pages, placeHref } from "#lib/paths.ts";

const environment = "sandbox" as const;

test.each(roles)("a row of the %s's rail leads to one page, and a narrow screen has four tabs", (role) => {
  const rows = railFor(role).flatMap(({ rows }) => rows);
  const addresses = rows.map(({ name }) => placeHref(name, environment));
  expect(new Set(addresses).size).toBe(rows.length);
  for (const [index, row] of rows.entries()) {
    const current = rows.filter((other) => isPlace(other.name, environment, addresses[index] ?? ""));
    expect(current).toEqual([row]);
  }
  expect(rows.filter(({ isTab }) => isTab)).toHaveLength(4);
});

test.each([
  [pages.customer(environment, "c-1"), "Customers"],
  [pages.bulk(environment, "b-1"), "Operations"],
  [pages.jobs(environment), "Jobs"],
])("%s belongs to %s", (pathname, label) => {
  const rows = railFor("administrator").flatMap(({ rows }) => rows);
  expect(rows.filter((row) => isPlace(row.name, environment, pathname)).map((row) => row.label)).toEqual([label]);
});
