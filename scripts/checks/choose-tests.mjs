import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { place, root } from "../setup/places.mjs";

/** @typedef {import("./steps.mjs").Step} Step */

/**
 * The tests that `npm test -- <path or name>` runs: whole files, or only the tests of these files whose name contains
 * `name`.
 * @typedef {{ files: string[], name?: string }} Choice
 */

const isTest = /^tests\/((unit|service|integration)\/.*\.test\.tsx?|e2e\/.*\.spec\.ts)$/;

/** @returns {string[]} all test files, as paths relative to the repository's root */
export function testFiles() {
  const below = /** @type {string[]} */ (readdirSync(place("tests"), { recursive: true }));
  return below
    .map((file) => `tests/${file.split(sep).join("/")}`)
    .filter((file) => isTest.test(file))
    .sort();
}

/**
 * Chooses the tests for the arguments. An argument counts as a path if the path of a test file contains it; otherwise
 * it counts as a test's name. Several paths are combined. If one of several words is not a path, all words together are
 * one name that was typed without quotes. Loading every test takes minutes, so only files that contain the name are
 * run. If no file contains the name, all files are run, because a name may be composed at run time (for example from a
 * table of cases).
 * @param {readonly string[]} asked
 * @param {readonly string[]} files
 * @param {(file: string) => string} [textOf]
 * @returns {Choice}
 */
export function chooseTests(asked, files, textOf = (file) => readFileSync(place(file), "utf8")) {
  const found = asked.map((text) => {
    const path = pathOf(text).toLowerCase();
    return path === "" ? [] : files.filter((file) => file.toLowerCase().includes(path));
  });
  if (found.every((some) => some.length > 0)) return { files: [...new Set(found.flat())] };
  const name = asked.join(" ").trim();
  const having = files.filter((file) => textOf(file).toLowerCase().includes(name.toLowerCase()));
  return { name, files: having.length > 0 ? having : [...files] };
}

/** @param {string} text */
function pathOf(text) {
  const path = isAbsolute(text) ? relative(root, text) : text;
  return path.split(sep).join("/").replace(/^\.\//, "");
}

/**
 * Returns the suites that contain chosen tests. Each suite runs only these tests. The build is included only if
 * end-to-end tests need it.
 * @param {Choice} choice
 * @param {readonly Step[]} all
 * @returns {Step[]}
 */
export function stepsFor(choice, all) {
  const narrowed = all.flatMap((step) => {
    if (step.kind === "build") return [step];
    const args = step.kind === "suite" ? argumentsFor(choice, step) : [];
    return args.length === 0 ? [] : [{ ...step, commands: step.commands.map((command) => [...command, ...args]) }];
  });
  return narrowed.some((step) => step.kind === "suite" && step.e2e)
    ? narrowed
    : narrowed.filter((step) => step.kind !== "build");
}

/**
 * @param {Choice} choice
 * @param {Step} step
 * @returns {string[]} the arguments of the step's program; empty if the suite contains no chosen test
 */
function argumentsFor({ files, name }, step) {
  const own = files.filter((file) => step.folders?.some((folder) => file.startsWith(`tests/${folder}/`)));
  if (own.length === 0) return [];
  // Playwright reads file names as regular expressions and ignores letter case, so the names are escaped.
  if (step.e2e) return [...own.map(literal), ...(name === undefined ? [] : ["--grep", literal(name)])];
  return [...own, ...(name === undefined ? [] : ["-t", `(?i:${literal(name)})`])];
}

/**
 * @param {string} text
 * @returns the text as a regular expression that matches only this text
 */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
