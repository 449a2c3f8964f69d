import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges, unnamedChanges } from "./openapi/breaking-changes.ts";
import { buildDocument, type Examples, type OpenApiDocument } from "./openapi/build-document.ts";
import { readContract } from "./openapi/contract-names.ts";
import { type RecordedAnswer, withNewExamples } from "./openapi/examples.ts";
import { formatJson } from "./openapi/format-json.ts";
import { routes } from "./rooms.ts";

// `npm run openapi` writes the OpenAPI document of the console's own API. `--examples FILE` first adds an example for
// each route without an example, from the answers that the tests have written to FILE (OPENAPI_EXAMPLES). `--check`
// writes nothing. It compares the stored document with the routes and with the document of the last release.

const root = join(import.meta.dirname, "../..");
const kept = "server/bff/openapi/openapi.json";
const examplesFile = join(root, "server/bff/openapi/examples.json");

const read = (file: string) => readFileSync(join(root, file), "utf8");
const print = (line: string) => process.stdout.write(`${line}\n`);

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
};

/** The document of the last release. Before the first release with a document, this is the first committed document. */
function releasedDocument(): OpenApiDocument | undefined {
  const release = git("describe", "--tags", "--abbrev=0", "--match", "v*")?.trim();
  const first = git("log", "--diff-filter=A", "--format=%H", "--", kept)?.trim().split("\n").at(-1);
  const text = (release && git("show", `${release}:${kept}`)) ?? (first && git("show", `${first}:${kept}`));
  return text ? JSON.parse(text) : undefined;
}

function check(text: string): void {
  if (text !== read(kept)) print(`${kept} is out of date: run npm run openapi.`);
  const released = releasedDocument();
  if (!released) print("Warning: no earlier document to compare the routes with.");
  const [, unreleased = ""] = read("CHANGELOG.md").split(/^## /m);
  const unnamed = unnamedChanges(released ? breakingChanges(released, JSON.parse(text)) : [], unreleased);
  for (const change of unnamed) print(`${change}. Name the route in CHANGELOG.md, in backticks.`);
  if (text !== read(kept) || unnamed.length > 0) process.exitCode = 1;
}

const [flag, file] = process.argv.slice(2);
let examples: Examples = JSON.parse(readFileSync(examplesFile, "utf8"));
if (flag === "--examples" && file !== undefined) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  examples = withNewExamples(
    examples,
    lines.map((line): RecordedAnswer => JSON.parse(line)),
    // Files and empty responses need no example.
    routes.filter(({ answer }) => typeof answer === "object" && !("file" in answer)),
  );
  writeFileSync(examplesFile, `${formatJson(examples)}\n`);
}
const contract = await readContract(root);
const text = `${formatJson(buildDocument(routes, contract, examples))}\n`;
if (flag === "--check") check(text);
else writeFileSync(join(root, kept), text);
