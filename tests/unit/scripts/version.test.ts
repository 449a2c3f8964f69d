import { expect, test } from "vitest";
import { newestSection, releaseText, versionProblems } from "../../../scripts/checks/version.mjs";

const changelog =
  "# Changelog\n\n## 1.2.0 (2027-01-31)\n\nText.\n\n### Agents\n\n- More.\n\n## 1.1.0 (2027-01-01)\n\nOld.\n";

const sourcesOf = (changes: Partial<Parameters<typeof versionProblems>[0]> = {}) => ({
  version: "1.2.0",
  lock: { version: "1.2.0", packages: { "": { version: "1.2.0" }, "node_modules/a": { version: "0.1.0" } } },
  chart: "apiVersion: v2\nversion: 1.2.0\nappVersion: 1.2.0\n",
  manifest: "containers:\n  - image: nginx:stable\n    image: switchboard:1.2.0\n",
  changelog,
  hasKept: () => true,
  ...changes,
});

test("places with the same version have no problem, with and without the tag of the version", () => {
  expect(versionProblems(sourcesOf())).toEqual([]);
  expect(versionProblems(sourcesOf(), "v1.2.0")).toEqual([]);
});

test("each place with another version is named", () => {
  const lock = { version: "1.1.0", packages: { "": {} } };
  const chart = "version: 1.2.0\nappVersion: 1.1.9\n";
  expect(versionProblems(sourcesOf({ lock, chart, manifest: "image: switchboard:latest\n" }))).toEqual([
    "package-lock.json has the version 1.1.0, and package.json 1.2.0",
    'package-lock.json (packages[""]) has the version none, and package.json 1.2.0',
    "deploy/helm/Chart.yaml (appVersion) has the version 1.1.9, and package.json 1.2.0",
    "deploy/kubernetes/switchboard.yaml has the version latest, and package.json 1.2.0",
  ]);
  expect(versionProblems(sourcesOf({ version: "1.2" }))).toEqual([
    "package.json has the version 1.2, which is not like 1.2.0",
  ]);
});

test("the changelog begins with the version and its date, or with the heading Unreleased", () => {
  const problemsWith = (heading: string) => versionProblems(sourcesOf({ changelog: `## ${heading}\n\nText.\n` }));
  expect(problemsWith("Unreleased")).toEqual([]);
  expect(problemsWith("1.3.0 (2027-02-01)")).toEqual(["CHANGELOG.md begins with 1.3.0, and package.json has 1.2.0"]);
  expect(problemsWith("1.2.0")).toEqual(['CHANGELOG.md begins with "1.2.0": write Unreleased, or 1.2.0 and the date']);
});

test("a version needs a text and a kept store", () => {
  expect(versionProblems(sourcesOf({ changelog: "## 1.2.0 (2027-01-31)\n\n## 1.1.0 (2027-01-01)\n\nOld.\n" }))).toEqual(
    ["CHANGELOG.md says nothing about 1.2.0"],
  );
  const hasKept = (file: string) => file !== "1.2.0.postgres.sql";
  expect(versionProblems(sourcesOf({ hasKept }))).toEqual([
    "tests/fixtures/kept-stores/1.2.0.postgres.sql is missing: make a kept store",
  ]);
});

test("a tag of another version, and a tag before the changelog has the version, cannot be released", () => {
  expect(versionProblems(sourcesOf(), "v1.2.1")).toEqual(["the tag is v1.2.1, and the version in package.json 1.2.0"]);
  expect(versionProblems(sourcesOf({ changelog: "## Unreleased\n\nText.\n" }), "v1.2.0")).toEqual([
    'CHANGELOG.md has no section "1.2.0 (date)"',
  ]);
});

test("the text of a release is the newest section only, with links that work outside the repository", () => {
  expect(newestSection(changelog)).toEqual({ heading: "1.2.0 (2027-01-31)", text: "Text.\n\n### Agents\n\n- More." });
  const linked = "## 1.2.0 (2027-01-31)\n\n[a](docs/a.md#b), [c](https://c.example), [d](#e)\n";
  expect(releaseText(linked, "https://git.example/blob/v1.2.0")).toBe(
    "[a](https://git.example/blob/v1.2.0/docs/a.md#b), [c](https://c.example), [d](#e)\n",
  );
});
