import { expect, test } from "vitest";
import { type Choice, checkChoice } from "#components/customers/contract/choice.ts";

const expected = { plan: "essential", term: "monthly" };
const check = (choice: Partial<Choice>) =>
  checkChoice({ member: "plan", value: "", both: false, second: "", ...choice }, expected);

test.each([
  ["nothing chosen", { value: "" }, "Choose or enter the new plan"],
  ["typed spaces", { value: "  " }, "Choose or enter the new plan"],
  ["the current value", { value: "essential" }, "The plan is already “Essential”. Choose another one"],
  ["the current value typed", { value: " essential " }, "The plan is already “Essential”. Choose another one"],
  ["another value", { value: "professional" }, undefined],
  ["the value of the other member", { member: "term", value: "essential" }, undefined],
] as const)("the check of the choice handles %s", (_what, choice, value) => {
  expect(check(choice)).toEqual({ value, second: undefined });
});

test("plan and term are both changed only if both values differ", () => {
  const plan = { value: "professional", both: true };
  expect(check(plan)).toEqual({ second: "Choose or enter the new term" });
  expect(check({ ...plan, second: "monthly" })).toEqual({
    second: "The term is already “Monthly”. Choose another one",
  });
  expect(check({ ...plan, value: "", second: "12-months" })).toEqual({ value: "Choose or enter the new plan" });
  expect(check({ ...plan, second: "12-months" })).toEqual({});
});
