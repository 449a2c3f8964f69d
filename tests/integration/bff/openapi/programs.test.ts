import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../../..");
const guide = readFileSync(join(root, "docs/guide/programs.md"), "utf8");

/** Returns the first program in this language below this heading of the guide. */
function programOf(heading: string, language: string): string {
  const [, section = ""] = guide.split(`## ${heading}\n`);
  const [, program] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (program === undefined) throw new Error(`The guide has no program in ${language}`);
  return program;
}

const isInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let server: ReturnType<typeof createAdaptorServer>;
let origin: string;
let env: NodeJS.ProcessEnv;
const folder = mkdtempSync(join(tmpdir(), "switchboard-program-"));

beforeAll(async () => {
  api = await startOtherApi({ customers: 5 });
  const staff = [{ email: "ada@test.example", role: "administrator" as const }];
  console = await createTestBff({ baseUrl: api.origin, variables: variablesFor(api), staff });
  const { key } = await createTestClient(console, await console.signIn("ada@test.example"));
  // The programs of the guide need a console that answers over HTTP.
  server = createAdaptorServer({ fetch: (request) => console.bff.fetch(request, "127.0.0.1") });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { ...process.env, SWITCHBOARD_ORIGIN: origin, SWITCHBOARD_KEY: key };
});

afterAll(async () => {
  server.close();
  await console.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The lines that the programs of the guide print: the names of two customers, and the number of all. */
async function expectedLines(): Promise<string[]> {
  const url = `${origin}/api/sandbox/customers?limit=2&datefrom=1970-01-01`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${env.SWITCHBOARD_KEY}` } });
  const { customers, total } = await answer.json();
  expect(customers).toHaveLength(2);
  return [...customers.map(({ companyName }: { companyName: string }) => companyName), String(total)];
}

test("the guide's TypeScript program compiles with types made from the console's document, and runs", async () => {
  const bearer = { authorization: `Bearer ${env.SWITCHBOARD_KEY}` };
  const document = await fetch(`${origin}/api/openapi.json`, { headers: bearer });
  expect(document.status).toBe(200);
  writeFileSync(join(folder, "openapi.json"), await document.text());
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "program.ts"), programOf("TypeScript", "ts"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const tool = (name: string, file: string) => join(root, "node_modules", name, file);
  const node = (...args: string[]) => run(process.execPath, args, { cwd: folder, env });
  await node(tool("openapi-typescript", "bin/cli.js"), "openapi.json", "--output", "switchboard.d.ts");
  const compile = () =>
    node(
      tool("typescript-native", "bin/tsc"),
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--target",
      "es2024",
      "--types",
      "node",
      "program.ts",
    );
  await compile();
  const { stdout } = await node("program.ts");
  expect(stdout.trim().split("\n")).toEqual(await expectedLines());

  // The compiler finds a member that the document does not have.
  const program = programOf("TypeScript", "ts").replace("data.total", "data.totals");
  writeFileSync(join(folder, "program.ts"), program);
  await expect(compile()).rejects.toMatchObject({ stdout: expect.stringContaining("totals") });
});

test.runIf(isInstalled("python3"))("the guide's Python program runs", async () => {
  const file = join(folder, "program.py");
  writeFileSync(file, programOf("Python", "python"));
  const { stdout } = await run("python3", [file], { env });
  expect(stdout.trim().split("\n")).toEqual(await expectedLines());

  const refused = run("python3", [file], { env: { ...env, SWITCHBOARD_KEY: "swb_unknown" } });
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining("invalid_key: ") });
});

test.runIf(isInstalled("curl"))("the guide's curl command runs", async () => {
  const { stdout } = await run("sh", ["-c", programOf("curl", "sh")], { env });
  const { customers, total } = JSON.parse(stdout);
  const names = customers.map(({ companyName }: { companyName: string }) => companyName);
  expect([...names, String(total)]).toEqual(await expectedLines());
});
