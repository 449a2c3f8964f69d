import { expect, test } from "vitest";
import { differences, holds, inWords } from "#server/bff/contracts/contract-values.ts";

const contract = { term: "monthly", plan: "essential" };

test("a contract holds what is wanted of it, and only that is compared", () => {
  expect(holds(contract, { term: "monthly" })).toBe(true);
  expect(holds(contract, { term: "monthly", plan: "enterprise" })).toBe(false);
  expect(holds(contract, {})).toBe(true);
  expect(holds({}, { plan: "essential" })).toBe(false);
});

test("differences name both values", () => {
  expect(differences({ plan: 'a "b"' }, { term: "monthly", plan: "c" })).toEqual([
    { field: "term", message: 'is nothing now; expected was "monthly"' },
    { field: "plan", message: 'is "a \\"b\\"" now; expected was "c"' },
  ]);
  expect(differences(contract, { term: "monthly" })).toEqual([]);
});

test("a contract in words", () => {
  expect(inWords({ term: "monthly" })).toBe('term "monthly", plan nothing');
});
