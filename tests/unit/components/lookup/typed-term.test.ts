import { expect, test } from "vitest";
import { pauseAfterKeyMs } from "#components/lookup/use-typed-term.ts";

test("a single key is looked up soon, and a word that is typed quickly is looked up as a whole", () => {
  expect(pauseAfterKeyMs(Number.POSITIVE_INFINITY)).toBeLessThan(100);
  expect(pauseAfterKeyMs(300)).toBeLessThan(100);
  // The pause before a lookup is longer than the time between two keys. So no lookup is sent while the person types.
  for (const betweenKeysMs of [30, 80, 120]) expect(pauseAfterKeyMs(betweenKeysMs)).toBeGreaterThan(betweenKeysMs);
});
