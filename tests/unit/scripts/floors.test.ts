import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import lockFile from "../../../package-lock.json" with { type: "json" };
import { floorProblems, nodeFloorFindings } from "../../../scripts/checks/floors.mjs";
import { isOlder } from "../../../scripts/setup/node-version.mjs";
import { nodePackages } from "../../../scripts/setup/pinned-node.mjs";

const table = ["| Package | At least | Why |", "|---|---|---|", "| `a`, `@x/b` | 2.10.0 | a reason |"].join("\n");
const lockOf = (versions: Record<string, string>) => ({
  packages: Object.fromEntries(Object.entries(versions).map(([path, version]) => [path, { version }])),
});

test("packages at or above their floor have no problem", () => {
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
])("the version %s is older than the floor %s: %s", (version, floor, older) => {
  expect(isOlder(version, floor)).toBe(older);
});

describe("the check of the Node packages", () => {
  const names = Object.values(nodePackages);
  const advisories = (named: string, floor = "26.12.1") =>
    [...names.map((name) => `| \`${name}\` | ${named} | the newest |`), `| Node | ${floor} | a reason |`].join("\n");
  const lockAt = (version: string) =>
    lockOf(Object.fromEntries(names.map((name) => [`node_modules/${name}`, version])));

  test("the Node packages are a warning while none has reached the floor", () => {
    const { problems, warnings } = nodeFloorFindings(lockAt("26.10.0"), advisories("26.10.0"), "26.12.1");
    expect(problems).toEqual([]);
    expect(warnings).toHaveLength(5);
    expect(warnings[0]).toMatch(/is 26\.10\.0: no package of Node 26\.12\.1 or newer exists/);
    expect(floorProblems(lockAt("26.10.0"), advisories("26.10.0"))).toEqual([]);
  });

  test("the Node packages at the floor are no warning", () => {
    expect(nodeFloorFindings(lockAt("26.12.1"), advisories("26.12.1"), "26.12.1")).toEqual({
      problems: [],
      warnings: [],
    });
  });

  test("the check of the Node packages fails if a newer package is named as available", () => {
    expect(floorProblems(lockAt("26.10.0"), advisories("26.12.0"))).toHaveLength(5);
  });

  test("the check fails if the two places of the floor differ, if one is missing, or if a package is not named", () => {
    const problemsOf = (text: string, floor?: string) => nodeFloorFindings(lockAt("26.12.1"), text, floor).problems;
    expect(problemsOf(advisories("26.12.1"), "26.13.0")).toEqual([expect.stringContaining("make them the same")]);
    expect(problemsOf(advisories("26.12.1"))).toEqual([expect.stringContaining("package.json none")]);
    expect(problemsOf("", "26.12.1")).toEqual(["docs/advisories.md has no floor for Node"]);
    expect(problemsOf("| Node | 26.12.1 | a reason |", "26.12.1")).toHaveLength(5);
  });

  test("the lock file contains the Node packages at the versions that docs/advisories.md names", () => {
    const text = readFileSync(resolve(import.meta.dirname, "../../../docs/advisories.md"), "utf8");
    const lock = lockFile as unknown as Parameters<typeof floorProblems>[0];
    expect(nodeFloorFindings(lock, text, manifest.config.nodeFloor).problems).toEqual([]);
    expect(floorProblems(lock, text)).toEqual([]);
  });
});

test("the server components that Next runs have the lines of React's fix for CVE-2026-126187", () => {
  const compiled = resolve(import.meta.dirname, "../../../node_modules/next/dist/compiled");
  const running = readFileSync(resolve(compiled, "next-server/app-page-turbo.runtime.prod.js"), "utf8");
  const readable = readFileSync(
    resolve(compiled, "react-server-dom-turbopack/cjs/react-server-dom-turbopack-server.node.production.js"),
    "utf8",
  );
  for (const line of ["Cannot transport a detached buffer", "_serverReferenceObjects", "stringChunks"]) {
    expect([line, running.includes(line), readable.includes(line)]).toEqual([line, true, true]);
  }
});
