import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv } from "#server/bff/config/env.ts";
import { formatStartError } from "#server/bff/config/start-error.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { createMigrateCommand, migrateCommand } from "#server/bff/migrate-command.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import type { Migration } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

describe.runIf(testDialects.includes("postgres"))("a PostgreSQL user without rights", () => {
  let location: TestDatabase;
  let admin: Database<unknown>;
  let role: string;
  let url: string;
  beforeEach(async () => {
    location = await createTestDatabase("postgres");
    admin = await openDatabase<unknown>(location.url);
    role = `switchboard_user_${randomUUID().replaceAll("-", "")}`;
    await run(`create role ${role} login password 'test'`);
    const ofRole = new URL(location.url);
    [ofRole.username, ofRole.password] = [role, "test"];
    url = ofRole.href;
  });
  afterEach(async () => {
    await run(`drop owned by ${role} cascade`);
    await run(`drop role ${role}`);
    await admin.close();
    await location.drop();
  });

  const run = (statement: string) => sql.raw(statement).execute(admin.db);
  const migrateAs = (databaseUrl: string, ...words: string[]) =>
    runCommand(migrateCommand, words, configuredVariables(databaseUrl));
  /** Starts a console as the user. Returns its message, or "started". */
  const start = async (mode: "auto" | "never") => {
    try {
      const env = parseEnv({ ...configuredVariables(url), MIGRATE: mode });
      await (await createBff(env, { log: createLog("silent") })).close();
      return "started";
    } catch (error) {
      return formatStartError(error);
    }
  };
  const sentence = (message: string, needs: string) =>
    `PostgreSQL reports "${message}": the user of DATABASE_URL needs ${needs}; the section "The database" of docs/guide/deployment.md has the statements.`;

  test("bin/switchboard migrate and the console name the right that is missing for creating tables", async () => {
    const needed = sentence(
      "permission denied for schema public",
      "the right usage on the schema, and the right create too if it runs migrations",
    );
    expect(await migrateAs(url)).toEqual({ code: 2, output: `${needed}\n` });
    expect(await start("auto")).toBe(needed);
    await run("revoke usage on schema public from public");
    expect(await start("auto")).toMatch(/^PostgreSQL reports "no schema [^\n]* the right usage on the schema, [^\n]*$/);
  });

  test("with MIGRATE=never, each missing right is named until the console starts", async () => {
    await migrateAs(location.url);
    const tables = "the rights select, insert, update and delete on all tables";
    const unreadable = sentence("permission denied for table kysely_migration", tables);
    expect(await start("never")).toBe(unreadable);
    expect(await migrateAs(url, "status")).toEqual({ code: 2, output: `${unreadable}\n` });
    await run(`grant select on all tables in schema public to ${role}`);
    expect(await start("never")).toBe(sentence("permission denied for table storePurposes", tables));
    await run(`grant insert, update, delete on all tables in schema public to ${role}`);
    await run(`grant usage, select on all sequences in schema public to ${role}`);
    expect(await start("never")).toBe("started");
  });

  test("a user that may not connect to the database is not told to check its password", async () => {
    const name = new URL(url).pathname.slice(1);
    await run(`revoke connect on database ${name} from public`);
    expect(await start("never")).toBe(
      sentence(`permission denied for database "${name}"`, "the right connect on the database"),
    );
  });

  test("a user that may not change another user's tables learns that migrations need their owner", async () => {
    await migrateAs(location.url);
    await run(`grant usage, create on schema public to ${role}`);
    await run(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    const added: Migration = {
      name: "9001_added",
      up: async (db) => db.schema.alterTable("views").addColumn("added", "text").execute(),
    };
    const upgrade = createMigrateCommand([...migrations, added]);
    const { code, output } = await runCommand(upgrade, [], configuredVariables(url));
    expect(code).toBe(2);
    expect(output).toContain(sentence("must be owner of table views", "to own the tables if it runs migrations"));
  });
});
