import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { canMatchCreation, matchKeyOf } from "#server/bff/creations/creation-match.ts";

const request = { companyName: "Café  Söhne", adminUser: { email: "Anna@Acme.example" } };
const sinceMs = Date.parse("2026-11-20T12:00:00Z");
const customer = (given: Partial<Customer> = {}): Customer => ({
  customerID: "c1",
  companyName: "Café Söhne",
  created: "2026-11-20T12:00:00.000Z",
  deleted: false,
  contract: {},
  adminUser: { email: "anna@acme.example" },
  raw: {},
  ...given,
});

test.each([
  ["the same customer with other case in its address and other spaces in its name", {}, true],
  ["a name whose accent is a separate character", { companyName: "Cafe\u0301 So\u0308hne" }, true],
  ["a deleted customer", { deleted: true }, true],
  ["a later customer", { created: "2027-01-01T00:00:00.000Z" }, true],
  ["an earlier customer", { created: "2026-11-20T11:59:59.999Z" }, false],
  ["another name", { companyName: "Café Sohne" }, false],
  ["a name in lower case", { companyName: "café söhne" }, false],
  ["another address", { adminUser: { email: "bert@acme.example" } }, false],
  ["no address", { adminUser: {} }, false],
] as const)("a creation is compared correctly with %s", (_what, given, expected) => {
  expect(canMatchCreation(request, sinceMs, customer(given))).toBe(expected);
});

test("a customer without a creation time does not match", () => {
  const { created: _, ...undated } = customer();
  expect(canMatchCreation(request, 0, undated)).toBe(false);
});

test("if an address is missing on both sides, the name decides", () => {
  expect(canMatchCreation({ companyName: "Acme" }, sinceMs, customer({ companyName: "Acme", adminUser: {} }))).toBe(
    true,
  );
  expect(canMatchCreation({ companyName: "Acme", adminUser: {} }, sinceMs, customer({ companyName: "Acme" }))).toBe(
    false,
  );
});

test("two requests have the same key exactly if their names and addresses are the same", () => {
  expect(matchKeyOf(request)).toBe(
    matchKeyOf({ companyName: "Café Söhne", adminUser: { email: "anna@acme.example" } }),
  );
  expect(matchKeyOf(request)).not.toBe(matchKeyOf({ companyName: "Café Söhne" }));
  expect(matchKeyOf({ companyName: 'a","b' })).not.toBe(matchKeyOf({ companyName: "a", adminUser: { email: "b" } }));
});
