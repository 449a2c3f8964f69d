import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { isBelowNodeFloor, oldNodeWarning, readBuildInfo } from "#server/bff/config/build-info.ts";
import manifest from "../../../../../package.json" with { type: "json" };

const floor = { nodeFloor: "26.12.1" };

test.each([
  ["26.12.0", true],
  ["26.12.1", false],
  ["26.12.1-rc.1", true],
  ["26.9.9", true],
  ["26.13.0", false],
  ["24.99.0", true],
  ["27.0.0", false],
  ["27.0.0-nightly2026", false],
])("Node %s is below the floor 26.12.1: %s", (version, isBelow) => {
  expect(isBelowNodeFloor(version, floor)).toBe(isBelow);
  expect(oldNodeWarning(floor, version) !== null).toBe(isBelow);
});

test("the warning names both versions and the document", () => {
  expect(oldNodeWarning(floor, "26.10.0")).toBe(
    "Switchboard runs on Node 26.10.0. Versions before 26.12.1 have known faults. Run it with a newer Node: see docs/advisories.md.",
  );
});

test("the floor comes from package.json, which every image has, and without that file no versions are compared", () => {
  expect(readBuildInfo(resolve(import.meta.dirname, "../../../../..")).nodeFloor).toBe(manifest.config.nodeFloor);
  const folder = mkdtempSync(join(tmpdir(), "switchboard-build-info-"));
  writeFileSync(join(folder, "package.json"), `{"version":"1.0.0"}`);
  expect(readBuildInfo(folder)).toMatchObject({ version: "1.0.0", nodeFloor: null });
  expect(isBelowNodeFloor("26.0.0", readBuildInfo(folder))).toBe(false);
  rmSync(folder, { recursive: true });
});
