import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentProblems } from "../../../scripts/checks/documents.mjs";

let folder: string;

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-documents-"));
  write("package.json", JSON.stringify({ scripts: { start: "x", test: "x", "audit:verify": "x" } }));
  write("bin/switchboard", "case $command in\n  backup | restore) file=x ;;\n  audit-verify) file=y ;;\n");
  write("lib/paths.ts", "// see docs/decisions/0001-doors.md\n");
  write("docs/decisions/0001-doors.md", "# 0001 Doors\n");
  write("docs/decisions/README.md", "- [0001 Doors](0001-doors.md)\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("documents that name existing files have no problem", () => {
  write(
    "README.md",
    "Run `npm start`; `lib/paths.ts` and `lib/` hold `/api/session`, `.env` and `a/b`. [Doors](docs/decisions/0001-doors.md), [web](https://example.test/x).\n",
  );
  expect(documentProblems(folder)).toEqual([]);
});

test.each([
  ["a path that does not exist", "See `lib/gone.ts`.", "README.md names lib/gone.ts, which does not exist"],
  ["a misspelt folder", "See `libs/paths.ts`.", "README.md names libs/paths.ts, which does not exist"],
  ["a subpath import that does not exist", "`#lib/gone.ts`", "README.md names lib/gone.ts, which does not exist"],
  ["a dead link", "[x](docs/gone.md)", "README.md links to docs/gone.md, which does not exist"],
  [
    "a script that does not exist",
    "```\nnpm run fly\n```",
    "README.md names the npm script fly, which package.json does not have",
  ],
  [
    "an operator's command that the image does not have",
    "`bin/switchboard restore <file>`, then `npm run audit:verify`",
    "README.md names npm run audit:verify, which the image does not have: bin/switchboard is everywhere",
  ],
  [
    "an unknown argument of bin/switchboard",
    "```\nbin/switchboard verify\n```",
    "README.md names bin/switchboard verify, which does not exist",
  ],
])("the check finds %s", (_, text, problem) => {
  write("README.md", text);
  expect(documentProblems(folder)).toEqual([problem]);
});

test.each([
  [
    "a document of another folder",
    "/** Why: design.md, promise 3. */\n",
    "lib/other.ts names design.md, which does not exist",
  ],
  [
    "a file that has moved",
    "// The same as in server/gone.ts.\n",
    "lib/other.ts names server/gone.ts, which does not exist",
  ],
  [
    "a decision record only by its name",
    "/* see (0009-gone.md) */\n",
    "lib/other.ts names 0009-gone.md, which does not exist",
  ],
])("the check finds a comment that cites %s", (_, text, problem) => {
  write("lib/other.ts", text);
  expect(documentProblems(folder)).toEqual([problem]);
});

test("the check finds a document that cites a missing file without backticks", () => {
  write("README.md", "The rules are in trust.md (section 3 of `gone.ts`).\n");
  expect(documentProblems(folder)).toEqual([
    "README.md names trust.md, which does not exist",
    "README.md names gone.ts, which does not exist",
  ]);
});

test("comments may name existing files, by path or name, and patterns of names", () => {
  write("lib/other.ts", '// As paths.ts, lib/paths.ts (#lib/paths.ts) and every *.spec.ts.\nimport "./gone.ts";\n');
  expect(documentProblems(folder)).toEqual([]);
});

test("the code that follows a decision record cites the record, and cites only existing records", () => {
  write("docs/decisions/0002-lonely.md", "# 0002 Lonely\n");
  write("docs/decisions/README.md", "- [0001 Doors](0001-doors.md)\n- [0002 Lonely](0002-lonely.md)\n");
  write("lib/other.ts", "// docs/decisions/0009-gone.md\n");
  expect(documentProblems(folder)).toEqual([
    "lib/other.ts names docs/decisions/0009-gone.md, which does not exist",
    "docs/decisions/0002-lonely.md is cited by no code that it governs",
  ]);
});

test("the list of decision records contains every record with its title", () => {
  write("docs/decisions/README.md", "- [0001 Windows](0001-doors.md)\n");
  expect(documentProblems(folder)).toEqual(["docs/decisions/README.md lacks the line - [0001 Doors](0001-doors.md)"]);
});
