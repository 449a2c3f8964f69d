import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupCommand } from "#server/bff/backup-command.ts";
import { type Command, executeCommand } from "#server/bff/config/run-command.ts";
import { migrateCommand } from "#server/bff/migrate-command.ts";
import { restoreCommand } from "#server/bff/restore-command.ts";
import { staffCommand } from "#server/bff/staff-command.ts";
import { verifyAuditCommand } from "#server/bff/verify-audit.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { inheritedVariables } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

const root = resolve(import.meta.dirname, "../../../..");
const commands: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  restore: restoreCommand,
  migrate: migrateCommand,
  staff: staffCommand,
  "audit-verify": verifyAuditCommand,
};

test.runIf(process.platform !== "win32")("the test names every command of bin/switchboard", () => {
  const { stdout } = spawnSync(join(root, "bin/switchboard"), ["--help"], { encoding: "utf8" });
  const named = [...stdout.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(commands).toSorted());
});

describe.each(Object.entries(commands))("bin/switchboard %s", (name, command) => {
  /** Runs the command without a configuration, because the usage needs none. */
  async function run(...words: string[]) {
    const printed = { output: "", errors: "" };
    const code = await executeCommand(command, {
      words,
      variables: {},
      print: (text) => {
        printed.output += text;
      },
      printError: (text) => {
        printed.errors += text;
      },
    });
    return { code, ...printed };
  }

  test.each([["--help"], ["-h"], ["invite", "--help"]])(
    "the words %s print the usage on standard output",
    async (...words) => {
      const { code, output, errors } = await run(...words);
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toMatch(new RegExp(`^bin/switchboard ${name}\\b`));
      expect(output.endsWith("\n")).toBe(true);
    },
  );

  test("an unknown option is an error, with the usage after it", async () => {
    const { code, output, errors } = await run("--unknown");
    expect({ code, output }).toEqual({ code: command.failedCode, output: "" });
    expect(errors).toContain("--unknown");
    expect(errors).toContain(`\n\n${command.usage}`);
  });
});

test.runIf(process.platform !== "win32")("bin/switchboard passes --help to the command", () => {
  const { status, stdout, stderr } = spawnSync(join(root, "bin/switchboard"), ["migrate", "--help"], {
    encoding: "utf8",
    env: inheritedVariables(),
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: migrateCommand.usage, stderr: "" });
});

describe.each(testDialects)("an empty database on %s", (dialect) => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-commands-"));
    database = await createTestDatabase(dialect);
    // On SQLite, the first program that opens the database creates the file.
    await (await openDatabase(database.url)).close();
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  test.each([
    ["backup", "nothing was backed up"],
    ["audit-verify", "there is no audit log to verify"],
  ])("bin/switchboard %s says in one sentence that there is no store", async (name, consequence) => {
    const command = commands[name] as Command;
    expect(await runCommand(command, [], { ...configuredVariables(database.url), DATA_DIR: folder })).toEqual({
      code: command.failedCode,
      output: `The database has no store of Switchboard: ${consequence}.\n`,
    });
  });

  test("the list of people says that there is nobody, and how to invite the first administrator", async () => {
    const list = () => runCommand(staffCommand, ["list"], configuredVariables(database.url));
    const { code, output } = await list();
    expect(code).toBe(0);
    const [, invitation = ""] = /^There is nobody yet\..*: bin\/switchboard staff (.+)\n$/.exec(output) ?? [];
    const words = invitation.replace("<e-mail>", "ada@test.example").replace("<name>", "Ada").split(" ");
    expect(await runCommand(staffCommand, words, configuredVariables(database.url))).toMatchObject({ code: 0 });
    expect((await list()).output).toMatch(/^ada@test\.example {2}"Ada" {2}administrator /);
  });
});
