import { expect, test } from "vitest";
import { emailDoubt, emailProblem } from "#lib/contract/values/customers/creation-rules.ts";

test.each(["anna.weber@nordlicht.example", "o'reilly+1@a-b.example", "A_B@sub.a.example", " trimmed@a.example "])(
  "the form has no warning about %s",
  (email) => {
    expect([emailProblem(email), emailDoubt(email)]).toEqual([undefined, undefined]);
  },
);

test.each([
  ["müller@kunde.example", "the part before the @"],
  ["a..b@kunde.example", "the part before the @"],
  [".a@kunde.example", "the part before the @"],
  ["a@müller.example", "its domain"],
  ["a@-kunde.example", "its domain"],
  ["a@kunde.1", "its domain"],
  [`${"a".repeat(250)}@kunde.example`, "longer than 254"],
])("the warning about %s names its cause", (email, cause) => {
  expect(emailProblem(email)).toBeUndefined();
  expect(emailDoubt(email)).toContain(cause);
});

test("an address that the form refuses, and an empty address, have no additional warning", () => {
  expect([emailDoubt("nomail"), emailDoubt("")]).toEqual([undefined, undefined]);
});
