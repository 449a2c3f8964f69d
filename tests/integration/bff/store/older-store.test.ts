import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupCommand } from "#server/bff/backup-command.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import type { Command } from "#server/bff/config/run-command.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { migrateCommand } from "#server/bff/migrate-command.ts";
import { restoreCommand } from "#server/bff/restore-command.ts";
import { staffCommand } from "#server/bff/staff-command.ts";
import { verifyAuditCommand } from "#server/bff/verify-audit.ts";
import { migrate } from "#server/database/migrate.ts";
import type { SchemaMigration } from "#server/database/migration.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { describeSchema } from "#tests/fixtures/database/describe-schema.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

/** The first and the last step of the versions before 1.0.0, with one table. */
const olderSteps: readonly SchemaMigration[] = [
  {
    name: "0001_staff_and_sessions",
    up: async (db) => db.schema.createTable("staff").addColumn("staffID", "text").execute(),
  },
  { name: "0410_planned_approvals", floor: "0410_planned_approvals", up: async () => {} },
];

const sentence =
  /^The database was made by a version before 1\.0\.0, or by another program\. Versions before 1\.0\.0 were never released[^\n]*begin with an empty one\. Nothing was changed\.$/;

describe.each(testDialects)("a store of a version before 1.0.0 on %s", (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(dialect);
    const older = await openDatabase(database.url);
    await migrate(older, olderSteps);
    await older.close();
    await queryStore(database.url, `insert into "staff" values ('ada')`);
  });
  afterEach(() => database.drop());

  /** Everything that a refusal could have changed. */
  async function contentOf(url: string) {
    const opened = await openDatabase(url, { readOnly: true });
    const schema = await describeSchema(opened);
    await opened.close();
    const steps = await queryStore(url, `select * from "kysely_migration" order by "name"`);
    return { schema, steps, staff: await queryStore(url, `select * from "staff"`) };
  }

  const run = (command: Command, ...words: string[]) => runCommand(command, words, configuredVariables(database.url));
  const fileBeside = (name: string) => `${process.env.TMPDIR ?? "/tmp"}/${process.pid}-${dialect}-${name}`;

  test("a console and every command refuse the store in one sentence, and change nothing", async () => {
    const before = await contentOf(database.url);
    for (const mode of ["auto", "never"]) {
      const env = parseEnv({ ...configuredVariables(database.url), MIGRATE: mode });
      await expect(createBff(env, { log: createLog("silent") })).rejects.toMatchObject({
        code: "database_older",
        message: expect.stringMatching(sentence),
      });
    }
    for (const [command, ...words] of [
      [migrateCommand],
      [migrateCommand, "status"],
      [staffCommand, "list"],
      [backupCommand, fileBeside("refused.backup")],
      [verifyAuditCommand],
    ] as const) {
      const { code, output } = await run(command, ...words);
      expect([code, output.trim()]).toEqual([command.failedCode, expect.stringMatching(sentence)]);
    }
    expect(await contentOf(database.url)).toEqual(before);
  });

  test("a backup of such a store is refused in one sentence, and changes nothing", async () => {
    const file = fileBeside("older.backup");
    const header = { format: "switchboard-backup", version: 1, madeAt: "2026-11-20T12:00:00.000Z", purpose: null };
    writeFileSync(file, gzipSync(`${JSON.stringify({ ...header, steps: olderSteps.map(({ name }) => name) })}\n`));
    const before = await contentOf(database.url);
    const { code, output } = await run(restoreCommand, file, "--replace");
    expect(code).toBe(2);
    expect(output.trim()).toMatch(/^The backup was made by a version before 1\.0\.0\.[^\n]*Nothing was restored\.$/);
    expect(await contentOf(database.url)).toEqual(before);
  });
});
