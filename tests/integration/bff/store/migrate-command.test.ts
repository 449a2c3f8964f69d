import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { createMigrateCommand, migrateCommand } from "#server/bff/migrate-command.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import type { Migration } from "#server/database/migrate.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

/** The steps of a later version that does not exist, one step of each kind. */
const later: readonly Migration[] = [
  { name: "9001_added", up: async (db) => db.schema.alterTable("views").addColumn("added", "text").execute() },
  { name: "9002_by_added", index: { name: "viewsByAdded", table: "views", columns: ["added"], present: "added" } },
  { name: "9003_fill_added", backfill: async () => ({ rows: 0, last: null }) },
];
const laterCommand = createMigrateCommand([...migrations, ...later]);

describe.each(testDialects)("bin/switchboard migrate on %s", (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(dialect);
  });
  afterEach(() => database.drop());

  const run = (...words: string[]) => runCommand(migrateCommand, words, configuredVariables(database.url));

  const start = async (mode: "auto" | "never") => {
    const lines: string[] = [];
    const env = parseEnv({ ...configuredVariables(database.url), MIGRATE: mode });
    const bff = await createBff(env, { log: createLog("info", { write: (line) => void lines.push(line) }) });
    await bff.close();
    return lines.join("");
  };

  test("the command creates a missing store, and then has nothing to do", async () => {
    expect(await run("status")).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 0 });
    expect(await run("apply")).toMatchObject({ code: 0, output: expect.stringContaining("Nothing to do") });
  });

  test("the command lists the pending migrations with what each means for running consoles, and applies them", async () => {
    await run();
    const upgrade = (...words: string[]) => runCommand(laterCommand, words, configuredVariables(database.url));
    const before = await upgrade("status");
    expect(before).toMatchObject({
      code: 1,
      output: expect.stringContaining(`lacks 3 of ${migrations.length + 3} steps`),
    });
    for (const line of [
      "9001_added: holds a lock for a moment",
      "9002_by_added: builds an index while consoles run",
      "9003_fill_added: fills rows in batches while consoles run",
    ]) {
      expect(before.output).toContain(line);
    }
    expect(await upgrade()).toMatchObject({ code: 0, output: expect.stringContaining("Applied 3 steps") });
    expect(await upgrade("status")).toMatchObject({ code: 0, output: expect.stringContaining("up to date") });
    // The earlier version still accepts the store, so its consoles can continue.
    expect(await run("status")).toMatchObject({ code: 0, output: expect.stringContaining("9003_fill_added") });
  });

  test("the command says 1 step and 1 row, not 1 steps and 1 rows", async () => {
    await run();
    const oneRow: Migration = { name: "9003_fill_added", backfill: async () => ({ rows: 1, last: null }) };
    const upgrade = createMigrateCommand([...migrations, oneRow]);
    const applied = await runCommand(upgrade, [], configuredVariables(database.url));
    expect(applied.output).toMatch(/^9003_fill_added: 1 row\nApplied 1 step in /m);
    const empty = await createTestDatabase(dialect);
    onTestFinished(empty.drop);
    const ofOneStep = (...words: string[]) =>
      runCommand(createMigrateCommand([oneRow]), words, configuredVariables(empty.url));
    await ofOneStep();
    expect((await ofOneStep("status")).output).toBe("The store is up to date: 1 step, the last one 9003_fill_added.\n");
  });

  test.runIf(dialect === "sqlite")("the command answers an unknown argument with its usage", async () => {
    expect(await run("down")).toMatchObject({
      code: 2,
      output: expect.stringContaining("bin/switchboard migrate [status|apply]"),
    });
  });

  test("a console with MIGRATE=never starts only after the command was run", async () => {
    await expect(start("never")).rejects.toMatchObject({
      code: "database_pending",
      message: expect.stringContaining("bin/switchboard migrate"),
    });
    await run();
    await start("never");
  });

  test("a console starts on the store of a newer version that has only added parts, and logs this", async () => {
    await start("auto");
    await queryStore(database.url, `insert into "kysely_migration" values ('9100_newer', '')`);
    expect(await start("never")).toContain("newer version, up to 9100_newer");
  });

  test("a console refuses the store of a newer version that has removed a part that the console uses", async () => {
    await start("auto");
    await queryStore(database.url, `insert into "kysely_migration" values ('9100_newer', ''), ('9101_smaller', '')`);
    await queryStore(database.url, `delete from "schemaFloor"`);
    await queryStore(database.url, `insert into "schemaFloor" values (1, '9100_newer')`);
    await expect(start("auto")).rejects.toMatchObject({ code: "database_newer" });
    expect(await run("status")).toMatchObject({ code: 2, output: expect.stringContaining("9100_newer") });
  });
});
