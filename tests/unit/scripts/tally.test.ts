import { expect, test } from "vitest";
import {
  checkTally,
  closingLine,
  emptyTally,
  quoted,
  skippedLines,
  suiteTally,
  sum,
} from "../../../scripts/checks/tally.mjs";

const tally = (passed: number, failed: number, skipped = 0) => ({ ...emptyTally(), passed, failed, skipped });

test("each check counts as one, a suite counts its tests", () => {
  const total = sum([checkTally(true), checkTally(false), suiteTally(tally(10, 2, 1), 1)]);
  expect(closingLine(total)).toBe("11 passed, 3 failed");
  expect(closingLine(tally(7, 0))).toBe("7 passed, 0 failed");
});

test.each([
  ["crashed before it wrote its result", undefined, 0],
  ["ran no tests", tally(0, 0), 0],
  ["failed outside of its tests", tally(3, 0), 1],
])("a suite that %s is a failure", (_, written, exitCode) => {
  const result = suiteTally(written, exitCode);
  expect(result.failed).toBe(1);
  expect(result.problems).toHaveLength(1);
});

test("a suite without a test of the given name is no failure, and its other tests do not count as skipped", () => {
  expect(suiteTally(tally(0, 0, 40), 0, { byName: true })).toEqual(emptyTally());
  expect(suiteTally(undefined, 0, { byName: true }).failed).toBe(1);
  expect(suiteTally(tally(0, 0, 40), 1, { byName: true }).failed).toBe(1);
});

test("skipped tests have a line of their own, before the closing one", () => {
  expect(skippedLines(tally(1, 0, 3))).toEqual(["Skipped: 3"]);
  expect(skippedLines(tally(1, 0))).toEqual([]);
});

test("a suite whose tests fail is not counted twice", () => {
  expect(suiteTally(tally(3, 1), 1).failed).toBe(1);
});

test("no output of a step can be mistaken for the closing line", () => {
  const line = quoted(closingLine(tally(3, 4)));
  expect(line).not.toMatch(/\d+ passed, \d+ failed/);
  expect(quoted("an ordinary line")).toBe("  an ordinary line");
});
