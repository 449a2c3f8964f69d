import { expect, test } from "vitest";
import { floorProblems, isOlder } from "../../../scripts/checks/floors.mjs";

const table = ["| Package | At least | Why |", "|---|---|---|", "| `a`, `@x/b` | 2.10.0 | a reason |"].join("\n");
const lockOf = (versions: Record<string, string>) => ({
  packages: Object.fromEntries(Object.entries(versions).map(([path, version]) => [path, { version }])),
});

test("packages at their floor or above it have no problem", () => {
  const lock = lockOf({ "node_modules/a": "2.10.0", "node_modules/@x/b": "10.0.0" });
  expect(floorProblems(lock, table)).toEqual([]);
});

test("every copy of a package is compared with its floor", () => {
  const lock = lockOf({
    "node_modules/a": "2.10.1",
    "node_modules/c/node_modules/a": "2.9.9",
    "node_modules/@x/b": "2.10.0",
  });
  expect(floorProblems(lock, table)).toEqual([
    "node_modules/c/node_modules/a is 2.9.9, older than 2.10.0: see docs/advisories.md",
  ]);
});

test("a package with a floor that is not installed is a problem, and so is a document without floors", () => {
  const lock = lockOf({ "node_modules/a": "2.10.0", "node_modules/not-@x/b": "1.0.0" });
  expect(floorProblems(lock, table)).toEqual(["docs/advisories.md has a floor for @x/b, which is not installed"]);
  expect(floorProblems(lock, "# Known floors")).toEqual(["docs/advisories.md has no table of floors"]);
});

test.each([
  ["1.2.3", "1.2.4", true],
  ["1.2.10", "1.2.9", false],
  ["1.3.0", "1.2.9", false],
  ["0.9.9", "1.0.0", true],
  ["1.2.3", "1.2.3", false],
  ["1.2.3-canary.1", "1.2.3", true],
  ["1.2.4-canary.1", "1.2.3", false],
])("%s is older than %s: %s", (version, floor, older) => {
  expect(isOlder(version, floor)).toBe(older);
});
