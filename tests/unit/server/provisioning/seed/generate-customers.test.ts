import { expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { plans, terms } from "#server/provisioning/contract-values.ts";
import { awkwardNames } from "#server/provisioning/seed/awkward-names.ts";
import { generateCustomers } from "#server/provisioning/seed/generate-customers.ts";

const anchorMs = Date.parse("2026-11-20T12:00:00.000Z");
const generate = (count: number, environment: "production" | "sandbox" = "production", at = anchorMs) => [
  ...generateCustomers({ environment, count, anchorMs: at }),
];
const customers = generate(5_000);
const share = (count: number) => count / customers.length;

test("the customers are the same every time, and later by as much as the anchor is later", () => {
  expect(generate(5_000)).toEqual(customers);
  expect(generate(10, "production", anchorMs + 5)).toEqual(
    generate(10).map((customer) => ({
      ...customer,
      createdMs: customer.createdMs + 5,
      ...(customer.deletedMs === undefined ? {} : { deletedMs: customer.deletedMs + 5 }),
    })),
  );
});

test("IDs are UUIDs of version 4, each occurs once, and the sandbox has other IDs", () => {
  const ids = [...customers, ...generate(500, "sandbox")].map(({ customerID }) => customerID);
  expect(new Set(ids).size).toBe(5_500);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("customers are created over six years, never in the future, and deleted after that", () => {
  for (const { createdMs, deletedMs } of customers) {
    expect(createdMs).toBeLessThanOrEqual(anchorMs);
    expect(createdMs).toBeGreaterThanOrEqual(anchorMs - 6 * 365 * dayMs);
    if (deletedMs === undefined) continue;
    expect(deletedMs).toBeGreaterThanOrEqual(createdMs);
    expect(deletedMs).toBeLessThanOrEqual(anchorMs);
  }
  const deleted = customers.filter(({ deletedMs }) => deletedMs !== undefined);
  expect(share(deleted.length)).toBeGreaterThan(0.02);
  expect(share(deleted.length)).toBeLessThan(0.04);
});

test("every plan and term occurs, and only hardware-only customers have no administrator", () => {
  expect(new Set(customers.map(({ plan }) => plan))).toEqual(new Set(plans));
  expect(new Set(customers.map(({ term }) => term))).toEqual(new Set(terms));
  for (const { plan, adminEmail } of customers) {
    expect(adminEmail === undefined).toBe(plan === "hardware-only");
    if (adminEmail !== undefined) expect(adminEmail).toMatch(/^[a-z]+\.[a-z]+@[a-z0-9-]+\.example$/);
  }
});

test("half of the customers have about ten users, and a few have thousands", () => {
  const users = customers.map(({ usersCount }) => usersCount).sort((a, b) => a - b);
  const median = users[2_500] ?? 0;
  expect(median).toBeGreaterThanOrEqual(6);
  expect(median).toBeLessThanOrEqual(14);
  expect(users[0]).toBe(1);
  expect(users.at(-1)).toBeGreaterThan(800);
});

test("every unusual name occurs, and the first ones are among the newest ten and twenty-five", () => {
  const names = customers.map(({ companyName }) => companyName);
  for (const [name] of awkwardNames) expect(names).toContain(name);
  expect(names.slice(0, 10)).toContain(awkwardNames[0]?.[0]);
  expect(names.slice(0, 25)).toContain(awkwardNames[2]?.[0]);
  expect(Math.max(...names.map((name) => name.length))).toBe(120);
});

test.each([
  ["Latin with accents", /[äöüßéñłşø]/],
  ["Greek", /\p{Script=Greek}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Japanese", /\p{Script=Katakana}|\p{Script=Hiragana}/u],
  ["Chinese", /\p{Script=Han}/u],
  ["an apostrophe", /'/],
  ["an ampersand", /&/],
  ["emoji", /\p{Extended_Pictographic}/u],
  ["markup", /<b>/],
  ["a text that a spreadsheet reads as a formula", /^[=+\-@]/],
])("the names contain %s", (_what, pattern) => {
  expect(customers.some(({ companyName }) => pattern.test(companyName))).toBe(true);
});
