import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { migrateCommand } from "#server/bff/migrate-command.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

const last = migrations.at(-1)?.name ?? "";

describe.each(testDialects)("bin/switchboard migrate on %s", (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(dialect);
  });
  afterEach(() => database.drop());

  const run = (...words: string[]) => runCommand(migrateCommand, words, configuredVariables(database.url));

  /** Creates a store as an older version would leave it: with all migrations except the last one. */
  async function makeOlder(): Promise<void> {
    const older = await openDatabase(database.url);
    await migrate(older, migrations.slice(0, -1));
    await older.close();
  }

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

  test("the command lists the pending migrations, and applies them", async () => {
    await makeOlder();
    const before = await run("status");
    expect(before).toMatchObject({ code: 1, output: expect.stringContaining(`lacks 1 of ${migrations.length} steps`) });
    expect(before.output).toContain(last);
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining("Applied 1 steps") });
    expect(await run("status")).toMatchObject({ code: 0, output: expect.stringContaining("up to date") });
  });

  test("the command refuses a step that needs all consoles stopped while one is running, unless this is confirmed", async () => {
    await run();
    const report = (agoMs: number) =>
      queryStore(database.url, `insert into "replicas" values ('${agoMs}', 0, ${Date.now() - agoMs}, '{}')`);
    // This old migration needs all consoles to be stopped. The test removes the migration from the store, so that it
    // must be applied again.
    await queryStore(database.url, `delete from "kysely_migration" where "name" = '0121_write_limits'`);
    if (dialect === "postgres") await queryStore(database.url, `drop table "writeLimits"`);
    await report(61_000);
    await report(1_000);
    const refused = await run();
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("Stop every console") });
    expect(refused.output.trim().split("\n")).toHaveLength(1);
    expect(await run("status")).toMatchObject({ code: 1, output: expect.stringContaining("0121_write_limits") });
    expect(await run("--force")).toMatchObject({ code: 0, output: expect.stringContaining("Applied 1 steps") });
  });

  test.runIf(dialect === "postgres")(
    "the command also refuses such a step while another program is connected, because older consoles do not report themselves",
    async () => {
      const older = await openDatabase(database.url);
      const steps = migrations.filter(({ name }) => name < "0130");
      await migrate(older, steps);
      expect(await run()).toMatchObject({ code: 2, output: expect.stringContaining("other connections") });
      await older.close();
      expect(await run()).toMatchObject({ code: 0 });
    },
  );

  test.runIf(dialect === "sqlite")("the command answers an unknown argument with its usage", async () => {
    expect(await run("down")).toMatchObject({
      code: 2,
      output: expect.stringContaining("bin/switchboard migrate [status|apply] [--force]"),
    });
  });

  test("a console with MIGRATE=never starts only after the command was run", async () => {
    await makeOlder();
    await expect(start("never")).rejects.toMatchObject({
      code: "database_pending",
      message: expect.stringContaining("bin/switchboard migrate"),
    });
    await run();
    await start("never");
  });

  test("a console starts on the store of a newer version that has only added parts, and logs this", async () => {
    await start("auto");
    await queryStore(database.url, `insert into "kysely_migration" values ('9000_newer', '')`);
    expect(await start("never")).toContain("newer version, up to 9000_newer");
  });

  test("a console refuses the store of a newer version that has removed a part that the console uses", async () => {
    await start("auto");
    await queryStore(database.url, `insert into "kysely_migration" values ('9000_newer', ''), ('9001_smaller', '')`);
    await queryStore(database.url, `delete from "schemaFloor"`);
    await queryStore(database.url, `insert into "schemaFloor" values (1, '9000_newer')`);
    await expect(start("auto")).rejects.toMatchObject({ code: "database_newer" });
    expect(await run("status")).toMatchObject({ code: 2, output: expect.stringContaining("9000_newer") });
  });
});
