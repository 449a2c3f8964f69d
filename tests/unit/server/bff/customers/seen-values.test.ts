import { expect, test } from "vitest";
import { createSeenValues } from "#server/bff/customers/seen-values.ts";

test("plans and terms that came past are remembered, each once", () => {
  const seen = createSeenValues();
  seen.note([{ contract: { plan: "b", term: "1" } }, { contract: { plan: "a" } }, { contract: { plan: "b" } }]);
  expect([seen.plans(), seen.terms()]).toEqual([["b", "a"], ["1"]]);
});

test("an API that makes up values fills no memory and no form", () => {
  const seen = createSeenValues();
  seen.note(
    Array.from({ length: 500 }, (_, index) => ({ contract: { plan: `plan ${index}`, term: "x".repeat(101) } })),
  );
  seen.note([{ contract: { plan: "" } }]);
  expect(seen.plans()).toHaveLength(100);
  expect(seen.terms()).toEqual([]);
});
