// Checks the references in documents and comments: the files, links, npm scripts and decision records must exist.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../setup/places.mjs";

const leftOut = new Set(["node_modules", ".next", ".git", ".data", "test-results", "playwright-report", "coverage"]);

/** These paths are created when Switchboard is set up or run, so a new clone does not contain them. */
const generated = /^(\.data|\.next|\.env|node_modules|test-results|playwright-report)(\/|$)/;

/**
 * @param {string} folder
 * @returns {string[]} all files below the folder, relative to `base`
 */
function filesIn(folder, base = folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path, base) : [relative(base, path).split(sep).join("/")];
  });
}

/**
 * Returns the paths of this repository that a text contains in backticks.
 * @param {string} text
 * @param {readonly string[]} topLevel the names at the repository's root
 */
export function namedPaths(text, topLevel) {
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map((match) => String(match[1]));
  return spans
    .map((span) => span.replace(/^(\.\/|#)/, "").replace(/\/$/, ""))
    .filter((span) => /^[\w.@()[\]-]+(\/[\w.@()[\]-]+)*$/.test(span) && !span.includes("..") && !generated.test(span))
    .filter(
      (span) => topLevel.includes(String(span.split("/")[0])) || /\/.*\.(ts|tsx|mjs|md|json|css|svg|png)$/.test(span),
    );
}

/**
 * Returns the npm scripts that a text mentions, in prose or in a command.
 * @param {string} text
 */
export function namedScripts(text) {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)];
  return named.map((match) => String(match[1] ?? match[2]));
}

/**
 * Returns the mistakes in a document about the operators' commands: npm scripts instead of the command of the same name
 * (the image does not contain npm scripts), and commands that bin/switchboard does not know.
 * @param {string} text
 * @param {readonly string[]} words the commands that bin/switchboard knows
 */
export function wrongCommands(text, words) {
  const aliases = namedScripts(text).filter((script) => words.includes(script.replace(":", "-")));
  const named = [...text.matchAll(/\bbin\/switchboard[ \t]+([\w:-]+)/g)].map((match) => String(match[1]));
  return [
    ...aliases.map((script) => `npm run ${script}, which the image does not have: bin/switchboard is everywhere`),
    ...named.filter((word) => !words.includes(word)).map((word) => `bin/switchboard ${word}, which does not exist`),
  ];
}

/**
 * Returns the commands that bin/switchboard knows.
 * @param {string} source
 */
export const commandsOf = (source) =>
  [...source.matchAll(/^ {2}([a-z][a-z |-]*)\) file=/gm)].flatMap((match) => String(match[1]).split(" | "));

/**
 * Returns the targets of a text's links and pictures that are files of this repository.
 * @param {string} text
 */
export function linkTargets(text) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => String(match[1]));
  return targets.filter((target) => !/^([a-z]+:|#)/.test(target)).map((target) => String(target.split("#")[0]));
}

const comments = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$/gm;
const nameOfFile = /(?<![\w*…}/.@()[\]-])(?:[\w.@()[\]-]+\/)*[\w@[\]-][\w.@[\]-]*\.(?:md|tsx?|mjs)\b/g;

/**
 * Returns the files that a text mentions, with or without backticks. A pattern such as `*.spec.ts` is not a file.
 * @param {string} text
 * @returns {string[]}
 */
export function citedFiles(text) {
  return [...text.matchAll(nameOfFile)].map(([name]) => name.replace(/^(\.{1,2}\/)+/, ""));
}

/**
 * Returns the files that the comments of a source file mention.
 * @param {string} source
 * @returns {string[]}
 */
export function citedInComments(source) {
  return [...source.matchAll(comments)].flatMap(([comment]) => citedFiles(comment.replace(/[(#]/g, " ")));
}

/**
 * @param {string} base the repository
 * @returns {string[]} one sentence for each reference to something that does not exist, and for each decision record
 * that no code cites or that the list does not contain
 */
export function documentProblems(base) {
  const files = filesIn(base);
  const topLevel = readdirSync(base);
  const scripts = JSON.parse(readFileSync(join(base, "package.json"), "utf8")).scripts;
  const read = (/** @type {string} */ file) => readFileSync(join(base, file), "utf8");
  const exists = (/** @type {string} */ path) => existsSync(join(base, path));
  const documents = files.filter((file) => file.endsWith(".md") || file.startsWith(".github/ISSUE_TEMPLATE/"));
  const commands = exists("bin/switchboard") ? commandsOf(read("bin/switchboard")) : [];
  const sources = files.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file) && !file.startsWith("tests/unit/scripts/"));

  const inDocuments = documents.flatMap((file) => {
    const text = read(file);
    return [
      ...namedPaths(text, topLevel)
        .filter((path) => !exists(path) && !exists(join(dirname(file), path)))
        .map((path) => `${file} names ${path}, which does not exist`),
      ...linkTargets(text)
        .filter((target) => !exists(join(dirname(file), target)))
        .map((target) => `${file} links to ${target}, which does not exist`),
      ...wrongCommands(text, commands).map((wrong) => `${file} names ${wrong}`),
      ...namedScripts(text)
        .filter((script) => !(script in scripts))
        .map((script) => `${file} names the npm script ${script}, which package.json does not have`),
    ];
  });

  const isThere = (/** @type {string} */ name) =>
    generated.test(name) || files.some((file) => file === name || file.endsWith(`/${name}`));
  const withoutLinks = (/** @type {string} */ text) =>
    text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[(#]/g, " ");
  const citations = [
    ...documents.map((file) => ({ file, names: citedFiles(withoutLinks(read(file))) })),
    ...sources.filter((file) => !file.endsWith(".json")).map((file) => ({ file, names: citedInComments(read(file)) })),
  ].flatMap(({ file, names }) =>
    names.filter((name) => !isThere(name)).map((name) => `${file} names ${name}, which does not exist`),
  );

  const cited = new Set(sources.flatMap((file) => read(file).match(/docs\/decisions\/\d{4}[\w-]*\.md/g) ?? []));
  const records = documents.filter((file) => /^docs\/decisions\/\d{4}-/.test(file));
  const listOfRecords = "docs/decisions/README.md";
  const list = exists(listOfRecords) ? read(listOfRecords) : "";
  const lineOf = (/** @type {string} */ record) =>
    `- [${read(record).split("\n", 1)[0]?.replace(/^# /, "")}](${record.slice("docs/decisions/".length)})`;
  return [
    ...new Set([
      ...inDocuments,
      ...citations,
      ...records
        .filter((record) => !cited.has(record))
        .map((record) => `${record} is cited by no code that it governs`),
      ...records
        .map(lineOf)
        .filter((line) => !list.split("\n").includes(line))
        .map((line) => `${listOfRecords} lacks the line ${line}`),
    ]),
  ];
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const problems = documentProblems(root);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
