import { expect, test } from "vitest";
import { simulateOperations } from "#tests/fixtures/known/simulate-operations.ts";

test("no random operation counts as a change made outside, and every change made outside is found", () => {
  const { wrong, made, found } = simulateOperations(Number(process.env.TEST_SEED) % 100_000, 1_000);
  expect(wrong).toEqual([]);
  expect(made).toBeGreaterThan(100);
  expect(found).toBe(made);
});
