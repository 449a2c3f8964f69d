import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterEach, beforeEach, expect, test } from "vitest";
import configuration from "../../../.dependency-cruiser.mjs";

let folder: string;

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

/** Creates a small repository with one file in every layer, so that each import below finds its target. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-boundaries-"));
  for (const name of ["package.json", "tsconfig.json"]) cpSync(name, join(folder, name));
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  for (const layer of [
    "app",
    "components/customers",
    "components/jobs",
    "components/shell",
    "components/ui",
    "components/data-table",
    "components/forms",
    "lib",
    "lib/contract",
    "server/bff",
    "server/api-client",
    "server/database",
    "server/provisioning",
    "tests/fixtures",
    "scripts",
    ...["http", "bulk", "contracts", "jobs", "operations", "access", "core", "elsewhere"].map(
      (room) => `server/bff/${room}`,
    ),
  ]) {
    write(`${layer}/here.ts`, "export const here = 1;\nexport type Here = number;\n");
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function rulesBroken(): Promise<string[]> {
  const { forbidden = [], options } = configuration;
  const files = ["app", "components", "lib", "server", "tests", "scripts"];
  const { output } = await cruise(files, { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true });
  const { summary } = output as ICruiseResult;
  return [...new Set(summary.violations.map((violation) => violation.rule.name))].sort();
}

test("a tree that follows the table has no problem", async () => {
  write("app/page.tsx", 'import type { Here } from "#server/bff/here.ts";\nexport const x: Here = 1;\n');
  write("app/bff.ts", 'import { here } from "#server/bff/here.ts";\nexport const x = here;\n');
  write(
    "components/customers/a.ts",
    'import { here } from "#components/data-table/here.ts";\nexport const x = here;\n',
  );
  write("server/bff/contracts/a.ts", 'import { here } from "#server/bff/jobs/here.ts";\nexport const x = here;\n');
  write("server/bff/bulk/a.ts", 'import { here } from "#server/bff/access/here.ts";\nexport const x = here;\n');
  write("server/bff/a.ts", 'import { here } from "#server/api-client/here.ts";\nexport const x = here;\n');
  write("server/provisioning/a.ts", 'import { here } from "#server/database/here.ts";\nexport const x = here;\n');
  write("lib/contract/a.ts", 'import { z } from "zod";\nexport const x = z;\n');
  expect(await rulesBroken()).toEqual([]);
});

test.each([
  ["a page that imports the BFF past its entry point", "app/page.tsx", "#server/bff/here.ts", ["app-types-only"]],
  ["a page that reaches the API client", "app/page.tsx", "#server/api-client/here.ts", ["app", "app-types-only"]],
  ["an entity that imports another", "components/customers/a.ts", "#components/jobs/here.ts", ["entity"]],
  ["the shell that imports an entity", "components/shell/a.ts", "#components/jobs/here.ts", ["entity"]],
  ["a component that imports the server", "components/customers/a.ts", "#server/bff/here.ts", ["entity"]],
  ["the table that imports forms", "components/data-table/a.ts", "#components/forms/here.ts", ["data-table"]],
  ["a form that imports the table", "components/forms/a.ts", "#components/data-table/here.ts", ["forms"]],
  ["a primitive that imports the table", "components/ui/a.ts", "#components/data-table/here.ts", ["ui"]],
  ["lib that imports a component", "lib/a.ts", "#components/ui/here.ts", ["lib"]],
  ["lib that needs Node", "lib/a.ts", "node:fs", ["browser"]],
  ["the contract that imports the rest of lib", "lib/contract/a.ts", "#lib/here.ts", ["contract"]],
  ["the contract that needs another package", "lib/contract/a.ts", "kysely", ["contract-packages"]],
  ["the host that opens a database", "server/main.ts", "#server/database/here.ts", ["main"]],
  ["the BFF that imports the service", "server/bff/a.ts", "#server/provisioning/here.ts", ["bff"]],
  [
    "a module that imports a later module",
    "server/bff/operations/a.ts",
    "#server/bff/contracts/here.ts",
    ["bff-operations"],
  ],
  ["a module that imports the composition", "server/bff/http/a.ts", "#server/bff/here.ts", ["bff-http"]],
  ["a core that imports a module", "server/bff/core/a.ts", "#server/bff/access/here.ts", ["bff-core"]],
  ["the API client that imports lib beyond the contract", "server/api-client/a.ts", "#lib/here.ts", ["api-client"]],
  ["the service that imports the BFF", "server/provisioning/a.ts", "#server/bff/here.ts", ["provisioning"]],
  ["the database that imports the contract", "server/database/a.ts", "#lib/contract/here.ts", ["database"]],
  ["a file of server that is in no layer", "server/stray.ts", "#lib/here.ts", ["only-layers"]],
  ["set-up that imports the server", "scripts/a.mjs", "#server/bff/here.ts", ["scripts"]],
  ["anything that imports tests", "server/bff/a.ts", "#tests/fixtures/here.ts", ["bff", "tests"]],
  ["an import that leads nowhere", "lib/a.ts", "./gone.ts", ["unresolvable"]],
])("the check finds %s", async (_, file, imported, rules) => {
  write(file, `import * as it from "${imported}";\nexport const x = it;\n`);
  expect(await rulesBroken()).toEqual(rules);
});

test("the check also finds an import of only a type", async () => {
  write("lib/a.ts", 'import type { Here } from "#components/ui/here.ts";\nexport const x: Here = 1;\n');
  expect(await rulesBroken()).toEqual(["lib"]);
});

test("the check finds a circle of types", async () => {
  write("lib/a.ts", 'import type { B } from "./b.ts";\nexport type A = B | 1;\n');
  write("lib/b.ts", 'import type { A } from "./a.ts";\nexport type B = A[];\n');
  expect(await rulesBroken()).toEqual(["circular"]);
});

test("the check finds two modules that need each other, although no file does", async () => {
  write("server/bff/jobs/a.ts", 'import { here } from "#server/bff/contracts/here.ts";\nexport const x = here;\n');
  write("server/bff/contracts/a.ts", 'import { here } from "#server/bff/jobs/here.ts";\nexport const x = here;\n');
  // A module may only import modules that are earlier in the list. So one of these two imports also breaks the order.
  expect(await rulesBroken()).toEqual(["bff-jobs", "circular-folders"]);
});

test("the check finds a module without a row in the table", async () => {
  write("server/bff/elsewhere/a.ts", 'import { here } from "#lib/here.ts";\nexport const x = here;\n');
  expect(await rulesBroken()).toEqual(["bff-rooms"]);
});

test("the check finds a circle of files", async () => {
  write("lib/a.ts", 'import { b } from "./b.ts";\nexport const a = () => b;\n');
  write("lib/b.ts", 'import { a } from "./a.ts";\nexport const b = () => a;\n');
  expect(await rulesBroken()).toEqual(["circular"]);
});
