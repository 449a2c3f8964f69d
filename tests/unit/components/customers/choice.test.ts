import { expect, test } from "vitest";
import {
  type ChoiceFields,
  choiceOf,
  choiceSchema,
  chosenValue,
  fieldsOf,
  otherChoice,
} from "#components/customers/contract/choice.ts";

const seen = { plan: "essential", term: "monthly" };
const messages = (fields: ChoiceFields) =>
  (choiceSchema(seen).safeParse(fields).error?.issues ?? []).map(({ path, message }) => [path.join(), message]);

test("an offered value and a typed one are found again in their fields", () => {
  const offered = ["essential", "other", "=odd"];
  for (const value of [...offered, "typed"]) expect(chosenValue(fieldsOf(value, offered))).toBe(value);
  expect(fieldsOf("", offered)).toEqual({ choice: "", other: "" });
  // With nothing on offer there is only typing.
  expect(fieldsOf("", [])).toEqual({ choice: otherChoice, other: "" });
});

test.each([
  ["nothing chosen", { choice: "", other: "" }, [["choice", "Choose the new plan"]]],
  ["nothing chosen, as the form library tells it", { choice: null, other: "" }, [["choice", "Choose the new plan"]]],
  ["nothing typed", { choice: otherChoice, other: "  " }, [["other", "Enter the new plan"]]],
  [
    "the present value",
    { choice: choiceOf("essential"), other: "" },
    [["choice", "The plan is already “essential”. Choose another one"]],
  ],
  [
    "the present value typed",
    { choice: otherChoice, other: " essential " },
    [["other", "The plan is already “essential”. Choose another one"]],
  ],
  [
    "too long a text",
    { choice: otherChoice, other: "x".repeat(201) },
    [["other", "The plan must be 200 characters or less"]],
  ],
  ["another value", { choice: choiceOf("professional"), other: "essential" }, []],
])("%s", (_what, fields, expected) => {
  expect(messages({ member: "plan", ...fields })).toEqual(expected);
});

test("what counts as present is the member's own value", () => {
  expect(messages({ member: "term", choice: choiceOf("essential"), other: "" })).toEqual([]);
});
