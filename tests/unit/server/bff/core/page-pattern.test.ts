import { globSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pagePatterns } from "#lib/paths.ts";
import { pagePatternOf } from "#server/bff/core/page-pattern.ts";

test("every page of the app has a pattern, except the page for unknown URLs, and every pattern has a page", () => {
  const files = globSync("app/**/page.tsx").filter((file) => !file.includes("[...unknown]"));
  const pages = files.map((file) => {
    const segments = file.split("/").slice(1, -1);
    return `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
  });
  expect(pages.toSorted()).toEqual([...pagePatterns].sort());
});

test.each([
  ["/", "/"],
  ["/sandbox", "/[environment]"],
  ["/elsewhere", undefined],
  ["/production/customers/new", "/[environment]/customers/new"],
  ["/production/customers/c0ffee00-0000-4000-8000-000000000001", "/[environment]/customers/[customerID]"],
  ["/production/customers/", undefined],
  ["/_next/static/chunks/main.js", undefined],
  ["/invitations/secret", "/invitations/[token]"],
])("the pattern of %s is %s", (path, pattern) => {
  expect(pagePatternOf(path)).toBe(pattern);
});

test("no path has a wrong pattern", () => {
  const known: readonly (string | undefined)[] = [...pagePatterns, undefined];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("production", "customers", "jobs", ""))), (segments) => {
      expect(known).toContain(pagePatternOf(`/${segments.join("/")}`));
    }),
  );
});
