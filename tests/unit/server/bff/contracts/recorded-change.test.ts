import { expect, test } from "vitest";
import { changeOf, requestOf } from "#server/bff/contracts/contract-values.ts";

test("a recorded change can be read even if the earlier contract had values that no form accepts", () => {
  // A bulk change expects the value that the API sent. That value may have spaces around it, and may be longer than a
  // person can type.
  const request = { term: "12-months", expected: { plan: "p".repeat(300), term: " monthly " } };
  expect(changeOf({ request })).toEqual({ term: "12-months" });
  expect(requestOf({ request }).expected).toEqual(request.expected);
  expect(changeOf({ request: { plan: "professional", expected: {} } })).toEqual({ plan: "professional" });
});
