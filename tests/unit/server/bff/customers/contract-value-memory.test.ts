import { expect, test } from "vitest";
import { createContractValueMemory } from "#server/bff/customers/contract-value-memory.ts";

test("plans and terms in answers are remembered, each once", () => {
  const seen = createContractValueMemory();
  seen.note([{ contract: { plan: "b", term: "1" } }, { contract: { plan: "a" } }, { contract: { plan: "b" } }]);
  expect([seen.plans(), seen.terms()]).toEqual([["b", "a"], ["1"]]);
});

test("an API that makes up values fills no memory and no form", () => {
  const seen = createContractValueMemory();
  seen.note(
    Array.from({ length: 500 }, (_, index) => ({ contract: { plan: `plan ${index}`, term: "x".repeat(101) } })),
  );
  seen.note([{ contract: { plan: "" } }]);
  expect(seen.plans()).toHaveLength(100);
  expect(seen.terms()).toEqual([]);
});
