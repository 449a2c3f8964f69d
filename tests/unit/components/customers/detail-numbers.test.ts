import { expect, test } from "vitest";
import { goesOnAlone, maxSearchedAlone } from "#components/customers/detail/numbers-panel.tsx";

const after = (to: number, total: number, found = 0) =>
  goesOnAlone({
    numbers: Array.from({ length: found }, (_, index) => ({ number: `+49${index}`, raw: {} })),
    walked: { from: 0, to, total },
  });

test("the search for a customer's numbers continues automatically until one is found, the list ends, or its limit is reached", () => {
  expect(after(1_000, 3_297)).toBe(true);
  expect(after(3_297, 3_297)).toBe(false);
  expect(after(1_000, 3_297, 1)).toBe(false);
  expect(after(maxSearchedAlone, 40_000)).toBe(false);
});
