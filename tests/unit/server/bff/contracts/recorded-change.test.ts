import { expect, test } from "vitest";
import { askedOf, changeOf } from "#server/bff/contracts/contract-values.ts";

test("a recorded change is taken as it is, though the contract held before what no form lets pass", () => {
  // A bulk change expects what the API said, which may be longer than what a person may type, or padded.
  const request = { term: "12-months", expected: { plan: "p".repeat(300), term: " monthly " } };
  expect(changeOf({ request })).toEqual({ term: "12-months" });
  expect(askedOf({ request }).expected).toEqual(request.expected);
  expect(changeOf({ request: { plan: "professional", expected: {} } })).toEqual({ plan: "professional" });
});
