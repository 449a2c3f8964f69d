// Checks that every place that names the version of Switchboard names the same one. With a tag, such as v1.2.0, it also
// checks that this version can be released, and prints the section of CHANGELOG.md as the text of the release. Links of
// this section then begin with the second argument, because a release has no folder that they could be relative to.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/places.mjs";

/**
 * @typedef {{ version: string, lock: { version?: string, packages: Record<string, { version?: string }> },
 * chart: string, manifest: string, changelog: string, hasKept: (file: string) => boolean }} Sources
 * `chart`: the text of deploy/helm/Chart.yaml. `manifest`: the text of deploy/kubernetes/switchboard.yaml. `hasKept`: true
 * if the file is in the folder of kept stores.
 */

/**
 * The newest section of the changelog: its heading and its text.
 * @param {string} changelog
 */
export function newestSection(changelog) {
  const [, section = ""] = changelog.split(/^## /m);
  const [heading = "", ...lines] = section.split("\n");
  return { heading: heading.trim(), text: lines.join("\n").trim() };
}

/** The files that each version keeps. @param {string} version */
const keptFiles = (version) =>
  ["json", "names.json", "sqlite.sql", "postgres.sql"].map((ending) => `${version}.${ending}`);

/**
 * @param {Sources} sources
 * @param {string} [tag] the tag of a release
 * @returns {string[]} one sentence for each problem
 */
export function versionProblems({ version, lock, chart, manifest, changelog, hasKept }, tag) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`package.json has the version ${version}, which is not like 1.2.0`];
  const places = {
    "package-lock.json": lock.version,
    'package-lock.json (packages[""])': lock.packages[""]?.version,
    "deploy/helm/Chart.yaml (version)": /^version: (.*)$/m.exec(chart)?.[1],
    "deploy/helm/Chart.yaml (appVersion)": /^appVersion: (.*)$/m.exec(chart)?.[1],
    "deploy/kubernetes/switchboard.yaml": /^ *image: switchboard:(.*)$/m.exec(manifest)?.[1],
  };
  const different = Object.entries(places)
    .filter(([, found]) => found !== version)
    .map(([place, found]) => `${place} has the version ${found ?? "none"}, and package.json ${version}`);
  const { heading, text } = newestSection(changelog);
  const released = /^(\S+) \(\d{4}-\d\d-\d\d\)$/.exec(heading)?.[1];
  if (released === undefined && heading !== "Unreleased") {
    return [...different, `CHANGELOG.md begins with "${heading}": write Unreleased, or ${version} and the date`];
  }
  if (released !== undefined) {
    if (released !== version) different.push(`CHANGELOG.md begins with ${released}, and package.json has ${version}`);
    if (text === "") different.push(`CHANGELOG.md says nothing about ${released}`);
    const missing = keptFiles(released).filter((file) => !hasKept(file));
    different.push(...missing.map((file) => `tests/fixtures/kept-stores/${file} is missing: make a kept store`));
  }
  if (tag === undefined) return different;
  if (tag !== `v${version}`) different.push(`the tag is ${tag}, and the version in package.json ${version}`);
  if (released === undefined) different.push(`CHANGELOG.md has no section "${version} (date)"`);
  return different;
}

/**
 * The text of a release: the newest section of the changelog. Its links to files begin with `address`.
 * @param {string} changelog
 * @param {string} address for example `https://github.example/owner/switchboard/blob/v1.2.0`
 */
export function releaseText(changelog, address) {
  const { text } = newestSection(changelog);
  return `${text.replace(/\]\((?![a-z]+:|#)/g, `](${address}/`)}\n`;
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const [tag, address] = process.argv.slice(2);
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
  const changelog = read("CHANGELOG.md");
  const problems = versionProblems(
    {
      version: JSON.parse(read("package.json")).version,
      lock: JSON.parse(read("package-lock.json")),
      chart: read("deploy/helm/Chart.yaml"),
      manifest: read("deploy/kubernetes/switchboard.yaml"),
      changelog,
      hasKept: (file) => existsSync(join(root, "tests/fixtures/kept-stores", file)),
    },
    tag,
  );
  // The problems of a release are not part of its text.
  for (const problem of problems) (tag === undefined ? console.log : console.error)(problem);
  if (problems.length > 0) process.exitCode = 1;
  else if (address !== undefined) process.stdout.write(releaseText(changelog, address));
}
