import { readFileSync, statSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupCommand } from "#server/bff/backup-command.ts";
import type { Bff } from "#server/bff/bff.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { restoreCommand } from "#server/bff/restore-command.ts";
import { checkBackup } from "#server/bff/store/backup/backup-file.ts";
import { leftOut } from "#server/bff/store/backup/backup-store.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { describeTables } from "#server/database/catalog.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { addStaff, cookieOf, testOrigin, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { configuredVariables, runCommand, runProgram } from "#tests/fixtures/console/processes/run-command.ts";
import { newCreation, soonMs } from "#tests/fixtures/creations/new-creation.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

/** The number of places at which a backup is damaged, one after another. */
const places = 40;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function emptyDatabase(dialect: "sqlite" | "postgres"): Promise<TestDatabase> {
  const database = await createTestDatabase(dialect);
  cleanups.push(database.drop);
  return database;
}

/** Returns the content of each table in a fixed order. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const database = await openDatabase(url, { readOnly: true });
  const tables = await describeTables(database);
  await database.close();
  const content: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    if (leftOut.has(name)) continue;
    const rows = await queryStore(url, `select * from "${name}"`);
    content[name] = rows.map((row) => JSON.stringify(columns.map((column) => String(row[column])))).sort();
  }
  return content;
}

const writtenByRestore = ["audit", "auditChain", "maintenanceRuns", "stoppedOutboxes"];

const numberIn = async (url: string, sql: string) => Number((await queryStore(url, sql))[0]?.number);

describe.each(testDialects)("a backup on %s", (dialect) => {
  let database: TestDatabase;
  let bff: Bff;
  let store: ConsoleStore;
  let file: string;

  const start = async (url: string) => {
    const opened = async (...given: Parameters<typeof openStore>) => {
      store = await openStore(...given);
      return store;
    };
    bff = await createBff(parseEnv(configuredVariables(url)), { log: createLog("silent"), openStore: opened });
    const own = bff;
    cleanups.push(() => own.close());
  };

  beforeEach(async () => {
    database = await createStoreDatabase("console", dialect);
    cleanups.push(database.drop);
    await addStaff(database.url, [{ email: "ada@test.example", role: "administrator" }]);
    await start(database.url);
    const folder = await emptyDatabase("sqlite");
    file = folder.url.slice("sqlite:".length).replace("store.db", "console.backup");
  });

  async function signIn(): Promise<string> {
    const headers = { origin: testOrigin, "x-switchboard": "1", "content-type": "application/json" };
    const body = JSON.stringify({ email: "ada@test.example", password: testPassword });
    return cookieOf(await bff.fetch(new Request(`${testOrigin}/api/session`, { method: "POST", headers, body })));
  }

  const get = (path: string, cookie: string) => bff.fetch(new Request(`${testOrigin}${path}`, { headers: { cookie } }));

  const staffID = async () => (await store.staff.findByEmail("ada@test.example"))?.staffID ?? "";
  const backup = (...words: string[]) =>
    runCommand(backupCommand, words.length > 0 ? words : [file], configuredVariables(database.url));
  const restore = (url: string, ...words: string[]) =>
    runCommand(restoreCommand, [file, ...words], configuredVariables(url));

  async function addOperations(count: number): Promise<void> {
    const owner = await staffID();
    for (let index = 0; index < count; index += 1) await store.operations.record(newCreation(owner));
  }

  test("a backup is complete, shows one point in time and is readable only by its owner, while the console writes", async () => {
    // More operations than a restore writes in one batch.
    await addOperations(510);
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await addOperations(1);
        await setImmediate();
      }
    })();
    // A separate process makes the backup while the console in this process writes.
    const made = await runProgram("server/bff/backup-command.ts", [file], configuredVariables(database.url));
    isOver = true;
    await writing;
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining("SHA-256") });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = await emptyDatabase(dialect);
    expect(await restore(target.url)).toMatchObject({
      code: 0,
      output: expect.stringContaining("complete and unchanged"),
    });
    // An operation and its audit event are written together. So at any time there are as many events as operations.
    const operations = await numberIn(target.url, `select count(*) as "number" from "operations"`);
    const events = `select count(*) as "number" from "audit" where "action" = 'operation.recorded'`;
    expect(operations).toBeGreaterThanOrEqual(510);
    expect(await numberIn(target.url, events)).toBe(operations);
    const counted = `select sum("total") as "number" from "operationCounts" where "period" = -1`;
    expect(await numberIn(target.url, counted)).toBe(operations);
  });

  test("a restored backup lets people sign in and contains the operations, but no open sessions", async () => {
    await addOperations(3);
    const before = await signIn();
    await backup();
    const target = await emptyDatabase(dialect);
    await restore(target.url);
    expect((await get("/api/session", before)).status).toBe(200);
    await start(target.url);
    expect((await get("/api/session", before)).status).toBe(401);
    const cookie = await signIn();
    expect(await (await get("/api/sandbox/operations", cookie)).json()).toMatchObject({ total: 3 });
    const events = await (await get("/api/audit?limit=50", cookie)).json();
    expect(events.events.map(({ action }: { action: string }) => action)).toContain("store.restored");
    expect(await (await get("/api/audit/verification", cookie)).json()).toMatchObject({ breaks: [] });
  });

  test("a backup contains every table except the tables that a list excludes, with identical values", async () => {
    const request = { companyName: "Zeilen\u2028ende\nÄ \"x\" 'y'" };
    const { operation } = await store.operations.record(newCreation(await staffID(), { request }));
    // A restore changes operations that have no result. So this operation gets a result.
    await store.operations.settle(operation.operationID, ["recorded"], { state: "rejected" }, soonMs);
    await store.preferences.change(await staffID(), { density: "compact" }, soonMs);
    await bff.close();
    const before = await contentOf(database.url);
    await backup();
    for (const other of testDialects) {
      const target = await emptyDatabase(other);
      expect(await restore(target.url)).toMatchObject({ code: 0 });
      const after = await contentOf(target.url);
      for (const [name, rows] of Object.entries(before)) {
        if (!writtenByRestore.includes(name)) expect(after[name], name).toEqual(rows);
      }
      expect(after.audit?.length).toBe((before.audit?.length ?? 0) + 1);
    }
  });

  test("a backup is recorded, and so is its restore", async () => {
    const recorded = async (url: string) =>
      (await queryStore(url, `select "kind" from "maintenanceRuns" order by "endedAt"`)).map(({ kind }) => kind);
    await backup();
    await bff.close();
    await start(database.url);
    await expect.poll(() => recorded(database.url)).toEqual(["backup"]);
    const target = await emptyDatabase(dialect);
    await restore(target.url);
    expect(await recorded(target.url)).toEqual(["restore"]);
  });

  test("a backup overwrites a store with content only after confirmation, and saves that content first", async () => {
    await addOperations(2);
    await backup();
    await addOperations(1);
    await bff.close();
    const refused = await restore(database.url);
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("1 person, 3 operations and ") });
    const count = `select count(*) as "number" from "operations"`;
    expect(await numberIn(database.url, count)).toBe(3);
    const replaced = await restore(database.url, "--replace");
    expect(replaced).toMatchObject({ code: 0 });
    expect(await numberIn(database.url, count)).toBe(2);
    const [, kept = ""] = /kept as (?:the schema )?(\S+):/.exec(replaced.output) ?? [];
    const before =
      dialect === "sqlite"
        ? numberIn(`sqlite:${kept}`, count)
        : numberIn(database.url, count.replace(`"operations"`, `${kept}."operations"`));
    expect(await before).toBe(3);
  });

  test("a backup is not restored while a console runs", async () => {
    await backup();
    const refused = await restore(database.url, "--replace");
    expect(refused).toMatchObject({ code: 2, output: expect.stringMatching(/stop (that process|every console)/) });
  });

  test("a backup that was cut, changed or made by a newer version changes nothing", async () => {
    await addOperations(5);
    await backup();
    const whole = readFileSync(file);
    const target = await emptyDatabase(dialect);
    writeFileSync(file, whole.subarray(0, whole.length - 40));
    expect(await restore(target.url)).toMatchObject({ code: 2, output: expect.stringContaining("no complete backup") });
    const changed = Buffer.from(whole);
    changed[Math.floor(whole.length / 2)] = (changed[Math.floor(whole.length / 2)] ?? 0) ^ 1;
    writeFileSync(file, changed);
    expect(await restore(target.url)).toMatchObject({ code: 2, output: expect.stringContaining("no complete backup") });
    await queryStore(database.url, `insert into "kysely_migration" values ('9000_newer', '')`);
    const newer = `${file}-2`;
    expect(await backup(newer)).toMatchObject({ code: 0 });
    writeFileSync(file, readFileSync(newer));
    expect(await restore(target.url)).toMatchObject({ code: 2, output: expect.stringContaining("newer version") });
    await (await openStore(target.url)).close();
    expect(await numberIn(target.url, `select count(*) as "number" from "operations"`)).toBe(0);
  });

  test("a backup that is damaged at any place is refused as a whole, with exit code 2", async () => {
    await addOperations(10);
    await backup();
    const whole = readFileSync(file);
    const damaged: Buffer[] = [Buffer.concat([whole, whole]), Buffer.alloc(0)];
    // Runs only on SQLite, because the format of a backup file does not depend on the database.
    for (let step = 0; dialect === "sqlite" && step < places; step += 1) {
      const at = Math.floor((step * whole.length) / places);
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x55;
      damaged.push(flipped, whole.subarray(0, at));
    }
    const other = `${file}-damaged`;
    for (const bytes of damaged) {
      writeFileSync(other, bytes);
      await expect(checkBackup(other)).rejects.toMatchObject({ code: "backup_unusable" });
    }
    // Damages the checksum at the end of the compressed file.
    const last = Buffer.from(whole);
    last[whole.length - 6] = (last[whole.length - 6] ?? 0) ^ 0x55;
    writeFileSync(file, last);
    const target = await emptyDatabase(dialect);
    const refused = await restore(target.url);
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("nothing was restored") });
    expect(refused.output.trim().split("\n")).toHaveLength(1);
  });

  // Runs only on SQLite, because the names of the files do not depend on the database.
  test.runIf(dialect === "sqlite")(
    "a backup without a file name goes to the folder of backups, which keeps the configured number",
    async () => {
      const folder = file.replace("console.backup", "data");
      const run = () =>
        runCommand(backupCommand, ["--keep", "2"], {
          ...configuredVariables(database.url),
          DATA_DIR: folder,
        });
      const outputs = [await run(), await run(), await run()].map(({ output }) => output);
      const named = outputs.map((output) => output.split(":")[0]?.split("/").at(-1) ?? "");
      expect(outputs[1]).not.toContain("Removed");
      expect(outputs[2]).toContain(`Removed ${named[0]}`);
    },
  );
});
