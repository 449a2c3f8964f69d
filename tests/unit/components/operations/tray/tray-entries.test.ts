import { expect, test } from "vitest";
import { trayEntriesToShow } from "#components/operations/tray/tray-entries.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";

const some = (count: number, outcome: OperationOutcome) =>
  Array.from({ length: count }, (_, index) => ({ outcome, key: `${outcome} ${index}` }));

test("unseen operations that need attention come first, even if they are older", () => {
  const entries = [...some(9, "done"), ...some(9, "prevented"), ...some(2, "running"), ...some(30, "failed")];
  const seen = new Set(["failed 0"]);
  const fresh = new Set(entries.map(({ key }) => key).filter((key) => !seen.has(key)));
  const shown = trayEntriesToShow(entries, fresh).map(({ key }) => key);
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 3)).toEqual(["running 0", "running 1", "failed 1"]);
  expect(shown.at(-1)).toBe("failed 18");
});

test("operations that did not fit are shown the next time", () => {
  const entries = some(30, "failed");
  const first = trayEntriesToShow(entries, new Set(entries.map(({ key }) => key)));
  const left = entries.slice(20).map(({ key }) => key);
  expect(first).toEqual(entries.slice(0, 20));
  expect(trayEntriesToShow(entries, new Set(left)).slice(0, 10)).toEqual(entries.slice(20));
});
