import fc from "fast-check";
import { expect, test } from "vitest";
import { safeReturnTo } from "#lib/url-state/return-to.ts";

test.each([
  "/",
  "/production/customers",
  "/sandbox/customers?window=90d&searchTerm=M%C3%BCller",
  "/production/customers?next=https://evil.example#rows",
])("the return address %s is local", (value) => {
  expect(safeReturnTo(value)).toBe(value);
});

const schemes = [
  "https:",
  "http:",
  "javascript:",
  "data:",
  "//",
  "///",
  "\\\\",
  "/\\",
  "\\/",
  "/\t/",
  "/\n/",
  "/ /",
  " //",
  "\u0000//",
];
const hosts = [
  "evil.example",
  "evil.example/customers",
  "@evil.example",
  "evil.example:443",
  "[::1]",
  "2130706433",
  "evil%2eexample",
];
const disguises = [
  (text: string) => text,
  (text: string) => `/..${text}`,
  (text: string) => `/.${text}`,
  (text: string) => `/%2e%2e${text}`,
  (text: string) => `${text}?/production/customers`,
];

test("no known attack makes a redirect leave the console, in any spelling", () => {
  const payloads = schemes.flatMap((scheme) =>
    hosts.flatMap((host) => disguises.map((disguise) => disguise(`${scheme}${host}`))),
  );
  expect(payloads.length).toBeGreaterThan(480);
  for (const payload of [...payloads, "", "customers", "?x", "#x", "/api/session", "/sign-in?returnTo=/", "/api"]) {
    const local = safeReturnTo(payload);
    expect([payload, new URL(local, "https://console.example").origin]).toEqual([payload, "https://console.example"]);
    expect(local).toMatch(/^\/(?![/\\])/);
    // Parsing the result again must give the same URL.
    expect(safeReturnTo(local)).toBe(local);
  }
});

/**
 * Joins parts of URLs in any order. The test does not use `fc.webUrl`, because `fc.webUrl` generates only valid URLs
 * and starts slowly.
 */
const urlPart = fc.constantFrom(
  "/",
  "\\",
  ":",
  "@",
  ".",
  "..",
  "?",
  "#",
  "[",
  "]",
  "\t",
  "\n",
  " ",
  "\u0000",
  "\u2028",
  "x",
  "api",
  "sign-in",
  "%2f",
  "%5c",
  "%2e",
  "%09",
  "%00",
  "%",
  "https:",
  "http:",
  "javascript:",
  "data:",
  "evil.example",
  "127.0.0.1",
);

test("no other text makes a redirect leave the console", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(urlPart, { maxLength: 12 }).map((parts) => parts.join("")),
        fc.string().map((text) => `/${text}`),
      ),
      (value) => {
        const local = safeReturnTo(value);
        expect(new URL(local, "https://console.example").origin).toBe("https://console.example");
        expect(local).toMatch(/^\/(?![/\\])/);
      },
    ),
  );
});

test.each([
  null,
  undefined,
  "",
  "https://console.example/production",
  "/api/session",
  "/sign-in",
  `/${"x".repeat(2_000)}`,
])("the return address %.40s leads to the start page", (value) => {
  expect(safeReturnTo(value)).toBe("/");
});
