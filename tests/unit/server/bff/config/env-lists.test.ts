import { expect, test } from "vitest";
import { parseEnv } from "#server/bff/config/env.ts";

const noFiles = (): string => {
  throw new Error("No file is named");
};

test("plans, terms and hardware-only plans for the forms are lists of words", () => {
  const variables = {
    PROVISIONING_PLANS: "gold, silver",
    PROVISIONING_TERMS: "P1M",
    PROVISIONING_HARDWARE_ONLY_PLANS: "phones",
  };
  expect(parseEnv(variables, noFiles).configuredValues).toEqual({
    plans: ["gold", "silver"],
    terms: ["P1M"],
    hardwareOnlyPlans: ["phones"],
    plannedGraceMinutes: 60,
  });
});

test("security contacts are addresses of security.txt, in their order", () => {
  const SECURITY_CONTACT =
    "security@example.com, https://example.com/report,mailto:other@example.com,tel:+31-20-5550100";
  expect(parseEnv({ SECURITY_CONTACT }, noFiles).securityContacts).toEqual([
    "mailto:security@example.com",
    "https://example.com/report",
    "mailto:other@example.com",
    "tel:+31-20-5550100",
  ]);
  expect(parseEnv({}, noFiles).securityContacts).toEqual([]);
});

test.each(["the front desk", "http://example.com/report", "https://", "https://a.example/x\nExpires: never", "a@b, c"])(
  "%j is not a security contact",
  (SECURITY_CONTACT) => {
    expect(() => parseEnv({ SECURITY_CONTACT }, noFiles)).toThrow(
      "SECURITY_CONTACT must be e-mail addresses, https:// pages or tel: numbers, separated by commas",
    );
  },
);
