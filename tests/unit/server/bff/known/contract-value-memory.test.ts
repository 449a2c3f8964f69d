import { expect, test } from "vitest";
import { createContractValueMemory } from "#server/bff/known/contract-value-memory.ts";

test("plans and terms in answers are remembered once each", () => {
  const seen = createContractValueMemory();
  seen.note([{ contract: { plan: "b", term: "1" } }, { contract: { plan: "a" } }, { contract: { plan: "b" } }]);
  expect([seen.plans(), seen.terms()]).toEqual([["b", "a"], ["1"]]);
});

test("an API that invents values fills neither the memory nor the forms", () => {
  const seen = createContractValueMemory();
  seen.note(
    Array.from({ length: 500 }, (_, index) => ({ contract: { plan: `plan ${index}`, term: "x".repeat(101) } })),
  );
  seen.note([{ contract: { plan: "" } }]);
  expect(seen.plans()).toHaveLength(100);
  expect(seen.terms()).toEqual([]);
});

test("new customers are stored once, and customers that could not be stored count as new again", async () => {
  const kept: string[] = [];
  let isDown = true;
  const seen = createContractValueMemory(async (values) => {
    if (isDown) throw new Error("the store is down");
    kept.push(...values.map(({ member, value }) => `${member} ${value}`));
  });
  const customers = [{ contract: { plan: "a", term: "1" } }, { contract: { plan: "a" } }];
  seen.note(customers);
  await Promise.resolve();
  isDown = false;
  for (let time = 0; time < 3; time += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.note(customers);
  }
  expect(kept).toEqual(["plan a", "term 1"]);
});
