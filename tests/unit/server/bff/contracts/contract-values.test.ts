import { expect, test } from "vitest";
import { contractDifferences, contractText, matchesContract } from "#server/bff/contracts/contract-values.ts";

const contract = { term: "monthly", plan: "essential" };

test("a contract has the expected members, and only these are compared", () => {
  expect(matchesContract(contract, { term: "monthly" })).toBe(true);
  expect(matchesContract(contract, { term: "monthly", plan: "enterprise" })).toBe(false);
  expect(matchesContract(contract, {})).toBe(true);
  expect(matchesContract({}, { plan: "essential" })).toBe(false);
});

test("differences name both values", () => {
  expect(contractDifferences({ plan: 'a "b"' }, { term: "monthly", plan: "c" })).toEqual([
    { field: "term", message: 'is nothing now; expected was "monthly"' },
    { field: "plan", message: 'is "a \\"b\\"" now; expected was "c"' },
  ]);
  expect(contractDifferences(contract, { term: "monthly" })).toEqual([]);
});

test("a contract is described in words", () => {
  expect(contractText({ term: "12-months", plan: "essential" })).toBe("the term 12 months and the plan Essential");
  expect(contractText({ term: "monthly" })).toBe("the term Monthly and no plan");
  expect(contractText({ plan: "some-other" })).toBe("no term and the plan some-other");
});
