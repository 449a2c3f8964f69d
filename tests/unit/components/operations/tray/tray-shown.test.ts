import { expect, test } from "vitest";
import { shownInTray } from "#components/operations/tray/tray-shown.ts";
import type { OperationPhase } from "#lib/operation-outcome.ts";

const some = (count: number, phase: OperationPhase) =>
  Array.from({ length: count }, (_, index) => ({ phase, key: `${phase} ${index}` }));

test("what needs a look and was not seen comes before what went well, though it is older", () => {
  const entries = [...some(18, "succeeded"), ...some(2, "running"), ...some(30, "failed")];
  const seen = new Set(["failed 0"]);
  const fresh = new Set(entries.map(({ key }) => key).filter((key) => !seen.has(key)));
  const shown = shownInTray(entries, fresh).map(({ key }) => key);
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 3)).toEqual(["running 0", "running 1", "failed 1"]);
  expect(shown.at(-1)).toBe("failed 18");
});

test("what was not shown is shown the next time", () => {
  const entries = some(30, "failed");
  const first = shownInTray(entries, new Set(entries.map(({ key }) => key)));
  const left = entries.slice(20).map(({ key }) => key);
  expect(first).toEqual(entries.slice(0, 20));
  expect(shownInTray(entries, new Set(left)).slice(0, 10)).toEqual(entries.slice(20));
});
