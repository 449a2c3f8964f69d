import { expect, test } from "vitest";
import { steps } from "../../../scripts/checks/steps.mjs";
import {
  checkTally,
  closingLine,
  emptyTally,
  filesToRunAgain,
  lacksBuild,
  quoted,
  skippedLines,
  suiteTally,
  sum,
  tallyAfter,
  withoutBuild,
} from "../../../scripts/checks/tally.mjs";

const tally = (passed: number, failed: number, skipped = 0) => ({ ...emptyTally(), passed, failed, skipped });

test("each check counts as one, and a suite counts its tests", () => {
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

test("end-to-end tests do not run after a failed build, and count as one failure that names the reason", () => {
  const [build, endToEnd] = ["build", "end-to-end"].map((name) => steps.find((step) => step.name === name));
  if (!build || !endToEnd) throw new Error("There is no step for the build or for the end-to-end tests.");
  const others = steps.filter((step) => step !== endToEnd);
  const after = (passed: boolean) => new Map(others.map((step) => [step, checkTally(step !== build || passed)]));
  expect(lacksBuild(endToEnd, after(false))).toBe(true);
  expect(others.filter((step) => lacksBuild(step, after(false)))).toEqual([]);
  expect(lacksBuild(endToEnd, after(true))).toBe(false);
  const total = sum([checkTally(false), withoutBuild(endToEnd)]);
  expect(closingLine(total)).toBe("0 passed, 2 failed");
  expect(total.problems).toEqual(["end-to-end: not run, because the build failed"]);
});

test("skipped tests have their own line before the last line", () => {
  expect(skippedLines(tally(1, 0, 3))).toEqual(["Skipped: 3"]);
  expect(skippedLines(tally(1, 0))).toEqual([]);
});

test("a suite whose tests fail is not counted twice", () => {
  expect(suiteTally(tally(3, 1), 1).failed).toBe(1);
});

test("no output of a step can be mistaken for the last line", () => {
  const line = quoted(closingLine(tally(3, 4)));
  expect(line).not.toMatch(/\d+ passed, \d+ failed/);
  expect(quoted("an ordinary line")).toBe("  an ordinary line");
});

const failing = (...files: string[]) => ({
  ...tally(10, files.length),
  files,
  problems: files.map((file) => `${file} > a test`),
});

test("a few failed files are run again once; failures outside a file, or many failures, are not", () => {
  expect(filesToRunAgain(failing("a.test.ts", "a.test.ts", "b.test.ts"))).toEqual(["a.test.ts", "b.test.ts"]);
  expect(filesToRunAgain(failing("a.test.ts", ""))).toEqual([]);
  expect(filesToRunAgain(failing("a", "b", "c", "d", "e", "f"))).toEqual([]);
  expect(filesToRunAgain(checkTally(false))).toEqual([]);
  expect(filesToRunAgain(suiteTally(failing("a.test.ts"), 1))).toEqual(["a.test.ts"]);
  expect(filesToRunAgain(suiteTally(undefined, 1))).toEqual([]);
});

test("a test that passes when run again counts as passed and is named; otherwise it stays failed", () => {
  const first = failing("a.test.ts", "b.test.ts");
  expect(tallyAfter(first, tally(4, 0))).toEqual({
    ...tally(12, 0),
    unsteady: ["a.test.ts > a test", "b.test.ts > a test"],
  });
  expect(tallyAfter(first, failing("b.test.ts"))).toBe(first);
  expect(tallyAfter(first, emptyTally())).toBe(first);
  expect(sum([tallyAfter(first, tally(4, 0)), checkTally(true)]).unsteady).toHaveLength(2);
});
