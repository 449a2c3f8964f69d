import { expect, test } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { numberAt, numbersInPlan } from "#server/provisioning/store/resources/number-plan.ts";

test.each(environments)("no number of %s is assigned twice, and each is E.164", (environment) => {
  const numbers = Array.from({ length: numbersInPlan + 100 }, (_, index) => numberAt(environment, index));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number).toMatch(/^\+[1-9]\d{9,14}$/);
  expect(numbers.at(-1)).toBe("+999000000099");
});

test("numbers stay inside the ranges that regulators keep free", () => {
  expect(Array.from({ length: 3 }, (_, index) => numberAt("production", index))).toEqual([
    "+493023125011",
    "+496990009348",
    "+441614960685",
  ]);
});
