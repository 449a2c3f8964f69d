import { expect, test } from "vitest";
import { contractValueName } from "#lib/format/contract-value-name.ts";

test.each([
  ["plan", "professional", "Professional"],
  ["plan", "hardware-only", "Hardware only"],
  ["term", "monthly", "Monthly"],
  ["term", "12-months", "12 months"],
  ["term", "1-month", "1 month"],
] as const)("the %s %s is called %s", (member, value, name) => {
  expect(contractValueName(member, value)).toBe(name);
});

test.each([
  ["plan", "Professional"],
  ["plan", "monthly"],
  ["plan", "constructor"],
  ["term", "professional"],
  ["term", "999999-months"],
  ["term", "012-months"],
  ["term", "12-months\u202e"],
] as const)("the %s %j, which is not known, stays as the API spells it", (member, value) => {
  expect(contractValueName(member, value)).toBe(value);
});
