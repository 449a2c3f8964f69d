import { expect, test } from "vitest";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import { contractValueName, isSameContractValue, knownContractValue } from "#lib/format/contract-value-name.ts";

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
] as const)("the unknown %s %j keeps the API's spelling", (member, value) => {
  expect(contractValueName(member, value)).toBe(value);
});

test.each([
  ["plan", "Enterprise", "enterprise", true],
  ["plan", " ENTER-PRISE", "enterprise", true],
  ["plan", "Hardware only", "hardware-only", true],
  ["plan", "Büro", "buro", true],
  ["term", "12 months", "12-months", true],
  ["term", "12 months", "12-month", true],
  ["term", "1 month", "1-months", true],
  ["term", "12-months", "24-months", false],
  ["plan", "Enterprize", "enterprise", false],
  ["plan", "Basic", "Basic+", false],
  ["plan", "-", "--", false],
  ["plan", "-", "-", true],
] as const)("as values of a %s, %s and %s are the same: %s", (member, a, b, same) => {
  expect([isSameContractValue(member, a, b), isSameContractValue(member, b, a)]).toEqual([same, same]);
});

test("a spelling means the known value with exactly this spelling, or else the only known value that matches", () => {
  const known = ["enterprise", "basic", "BASIC"];
  expect(knownContractValue("plan", "Enterprise", known)).toBe("enterprise");
  expect(knownContractValue("plan", "basic", known)).toBe("basic");
  expect(knownContractValue("plan", "Basic", known)).toBe("Basic");
  expect(knownContractValue("plan", "other", known)).toBe("other");
});

test("hardware-only plans are recognised in any spelling", () => {
  const rule = { hardwareOnlyConfigured: true, hardwareOnlyPlans: ["Hardware only", "Desk Phones"] };
  expect(["hardware-only", "HARDWARE_ONLY", "desk-phones"].every((plan) => isHardwareOnly(plan, rule))).toBe(true);
  expect(isHardwareOnly("essential", rule)).toBe(false);
});
