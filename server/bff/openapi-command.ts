import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "./config/build-info.ts";
import { breakingChanges, breakingProblems } from "./openapi/breaking-changes.ts";
import { buildDocument, type Examples, type OpenApiDocument } from "./openapi/build-document.ts";
import { readContract } from "./openapi/contract-names.ts";
import { type RecordedAnswer, withNewExamples } from "./openapi/examples.ts";
import { formatJson } from "./openapi/format-json.ts";
import { writeWhenChanged } from "./openapi/write-when-changed.ts";
import { routes } from "./rooms.ts";

// `npm run openapi` writes the OpenAPI document of the console's own API. `--examples FILE` first adds an example for
// each route without an example, from the answers that the tests have written to FILE (OPENAPI_EXAMPLES). `--check`
// writes nothing. It compares the stored document with the routes and with the document of the last release.

const root = join(import.meta.dirname, "../..");
const kept = "server/bff/openapi/openapi.json";
const examplesFile = "server/bff/openapi/examples.json";
const { version } = readBuildInfo(root);

const read = (file: string) => readFileSync(join(root, file), "utf8");
const print = (line: string) => process.stdout.write(`${line}\n`);

const git = (...args: string[]) => {
  // On a build server, the folder can belong to another user than this process. Git would refuse to read it.
  const options = ["-c", `safe.directory=${root}`, ...args];
  const { status, stdout } = spawnSync("git", options, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
};

/**
 * The last release before this commit, and its document. A commit that is itself a release is compared with the release
 * before it. Undefined before the second release, or if the clone has no tags.
 */
function lastRelease(): { tag: string; document: OpenApiDocument } | undefined {
  const tag = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^")?.trim();
  const text = tag && git("show", `${tag}:${kept}`);
  return tag && text ? { tag, document: JSON.parse(text) } : undefined;
}

function check(text: string): void {
  const problems = text === read(kept) ? [] : [`${kept} is out of date: run npm run openapi.`];
  const release = lastRelease();
  if (release) {
    const changes = breakingChanges(release.document, JSON.parse(text));
    const [, newest = ""] = read("CHANGELOG.md").split(/^## /m);
    problems.push(...breakingProblems(changes, { releasedTag: release.tag, version, changelog: newest }));
  } else print("There is no earlier release to compare the routes with.");
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
}

const [flag, file] = process.argv.slice(2);
let examples: Examples = JSON.parse(read(examplesFile));
if (flag === "--examples" && file !== undefined) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  examples = withNewExamples(
    examples,
    lines.map((line): RecordedAnswer => JSON.parse(line)),
    // Files and empty responses need no example.
    routes.filter(({ answer }) => typeof answer === "object" && !("file" in answer)),
  );
  print(writeWhenChanged(root, examplesFile, `${formatJson(examples)}\n`));
}
const contract = await readContract(root);
const text = `${formatJson(buildDocument(routes, contract, examples, version))}\n`;
if (flag === "--check") check(text);
else print(writeWhenChanged(root, kept, text));
