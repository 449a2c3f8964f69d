import { expect, test } from "vitest";
import { parseEnv } from "#server/bff/config/env.ts";

const noFiles = (): string => {
  throw new Error("No file is named");
};

test("plans and terms for the forms are lists of words, and missing hardware-only plans are not an empty list", () => {
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
