import { expect, test } from "vitest";
import { lockFileProblems } from "../../../scripts/checks/lock-file.mjs";

const lockOf = (entries: Record<string, object>) => ({ packages: { "": {}, ...entries } });

test("a lock file with a checksum for each package has no problem", () => {
  const lock = lockOf({ "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } });
  expect(lockFileProblems(lock, "")).toEqual([]);
});

test("a package without a checksum is a problem until the advisories name its version", () => {
  const lock = lockOf({ "node_modules/b/node_modules/@x/a-win32": { version: "1.2.3", optional: true } });
  const problem =
    "package-lock.json has no checksum for @x/a-win32@1.2.3: add it, or name it with the reason in docs/advisories.md";
  expect(lockFileProblems(lock, "")).toEqual([problem]);
  expect(lockFileProblems(lock, "`@x/a-win32@1.2.2`: not in the registry")).toEqual([problem]);
  expect(lockFileProblems(lock, "`@x/a-win32@1.2.3`: not in the registry")).toEqual([]);
});

test("a package that has received its checksum is removed from the advisories", () => {
  const lock = lockOf({ "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } });
  expect(lockFileProblems(lock, "`a@1.0.0`: not in the registry")).toEqual([
    "docs/advisories.md says that a@1.0.0 has no checksum, but package-lock.json has one",
  ]);
});

test("the lock file names no host of a package", () => {
  const lock = lockOf({
    "node_modules/a": { version: "1.0.0", integrity: "sha512-x", resolved: "https://registry.test/a.tgz" },
  });
  expect(lockFileProblems(lock, "")).toEqual([
    'package-lock.json names where a@1.0.0 comes from: remove its "resolved"',
  ]);
});
