import { fork } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { type Migration, migrate } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

interface Schema {
  thing: { id: number; name: string; at: number };
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const first: Migration = {
  name: "0001_thing",
  up: async (db) => {
    await db.schema
      .createTable("thing")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
  },
};

async function openFresh(dialect: "sqlite" | "postgres"): Promise<{ database: Database<Schema>; url: string }> {
  const { url, drop } = await createTestDatabase(dialect);
  cleanups.push(drop);
  const database = await openDatabase<Schema>(url);
  cleanups.push(() => database.close());
  return { database, url };
}

describe.each(testDialects)("a database on %s", (dialect) => {
  test("the database stores values unchanged, to the millisecond, and returns counts as numbers", async () => {
    const { database } = await openFresh(dialect);
    await migrate(database, [first]);
    await database.db.insertInto("thing").values({ id: 1, name: "O’Brien & Söhne ☎️", at: 1_795_000_000_123 }).execute();
    const rows = await database.db.selectFrom("thing").selectAll().execute();
    expect(rows).toEqual([{ id: 1, name: "O’Brien & Söhne ☎️", at: 1_795_000_000_123 }]);
    const counted = await database.db
      .selectFrom("thing")
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    expect(counted.total).toBe(1);
  });

  test("each migration runs once, also when two processes start together", async () => {
    const { database, url } = await openFresh(dialect);
    let runs = 0;
    const counted: Migration = {
      name: first.name,
      up: async (db, kind) => {
        runs++;
        await first.up(db, kind);
      },
    };
    if (dialect === "postgres") {
      const other = await openDatabase<Schema>(url);
      await Promise.all([migrate(database, [counted]), migrate(other, [counted])]);
      await other.close();
    } else {
      await migrate(database, [counted]);
    }
    await migrate(database, [counted]);
    expect(runs).toBe(1);
  });

  test("a migration that fails leaves no partial changes", async () => {
    const { database } = await openFresh(dialect);
    const broken: Migration = {
      name: "0002_broken",
      up: async (db) => {
        await db.schema.createTable("half").addColumn("id", "integer").execute();
        throw new Error("no");
      },
    };
    await expect(migrate(database, [first, broken])).rejects.toThrow("no");
    const tables = await database.db.introspection.getTables();
    expect(tables.map((table) => table.name)).not.toContain("half");
    await migrate(database, [first]);
  });

  test("simultaneous transactions do not see each other's changes", async () => {
    const { database } = await openFresh(dialect);
    await migrate(database, [first]);
    const write = (id: number) =>
      database.db.transaction().execute(async (transaction) => {
        await transaction.insertInto("thing").values({ id, name: "x", at: 0 }).execute();
        if (id % 2 === 1) throw new Error("rolled back");
      });
    await Promise.allSettled(Array.from({ length: 20 }, (_, id) => write(id)));
    const rows = await database.db.selectFrom("thing").select("id").orderBy("id").execute();
    expect(rows.map((row) => row.id)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });
});

describe("a SQLite file", () => {
  test("a SQLite file has one writer and any number of readers, and closing releases the lock", async () => {
    const { database, url } = await openFresh("sqlite");
    await migrate(database, [first]);
    const script = `
      const { openDatabase } = await import("#server/database/open-database.ts");
      try { await openDatabase(process.argv[1]); process.send({ opened: true }); }
      catch (error) { process.send({ code: error.code, message: error.message }); }
      process.disconnect();`;
    const second = async () => {
      const child = fork("-", [], { execPath: process.execPath, execArgv: ["--input-type=module", "-e", script, url] });
      const [message] = await once(child, "message");
      await once(child, "exit");
      return message as { opened?: boolean; code?: string; message?: string };
    };
    const refused = await second();
    expect(refused.code).toBe("database_in_use");
    expect(refused.message).toMatch(/being written by another process/);
    const reader = await openDatabase<Schema>(url, { readOnly: true });
    expect(await reader.db.selectFrom("thing").selectAll().execute()).toEqual([]);
    await expect(reader.db.insertInto("thing").values({ id: 1, name: "x", at: 0 }).execute()).rejects.toThrow(
      /readonly/,
    );
    await reader.close();
    await database.close();
    expect(await second()).toEqual({ opened: true });
  });

  test("a SQLite file, its journals and its lock are readable only by its owner", async () => {
    const { database, url } = await openFresh("sqlite");
    await migrate(database, [first]);
    const path = url.slice("sqlite:".length);
    const modes = ["", "-wal", "-shm", ".lock"].map((ending) => statSync(`${path}${ending}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
  });

  test("a SQLite file is synced at every commit", async () => {
    const { database } = await openFresh("sqlite");
    const mode = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.db);
    expect(mode.rows[0]?.synchronous).toBe(2);
  });

  test("a SQLite file that cannot be written is reported with what to do", async () => {
    const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    // A folder at the file's path is an error for every user, even for root.
    const opening = openDatabase(`sqlite:${folder}`);
    await expect(opening).rejects.toMatchObject({
      code: "database_unwritable",
      message: expect.stringContaining("cannot be written"),
    });
  });
});

test("a file that is not a database is reported, and not changed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "notes.md");
  const notes = "# Notes\n".repeat(1_000);
  writeFileSync(file, notes);
  await expect(openDatabase(`sqlite:${file}`)).rejects.toMatchObject({ code: "database_invalid" });
  expect(readFileSync(file, "utf8")).toBe(notes);
});

test("a damaged file is reported as damaged, with what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "damaged.db");
  const whole = await openDatabase<Schema>(`sqlite:${file}`);
  await migrate(whole, [first]);
  await whole.close();
  const descriptor = openSync(file, "r+");
  // Overwrites every page except the first page, whose header still identifies the file as a database.
  writeSync(descriptor, Buffer.alloc(statSync(file).size - 4_096, 0x5a), 0, undefined, 4_096);
  closeSync(descriptor);
  const opening = openDatabase<Schema>(`sqlite:${file}`).then(async (database) => {
    cleanups.push(() => database.close());
    await migrate(database, [first]);
  });
  await expect(opening).rejects.toMatchObject({
    code: "database_damaged",
    message: expect.stringContaining("restore it from a backup"),
  });
});

test("a lock file that cannot be written is reported with what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  // A folder at the file's path is an error for every user, even for root. A file of another user is not enough,
  // because root can open it.
  mkdirSync(join(folder, "console.db.lock"));
  await expect(openDatabase(`sqlite:${join(folder, "console.db")}`)).rejects.toMatchObject({
    code: "database_unwritable",
    message: expect.stringContaining("may belong to another user"),
  });
});

test.runIf(process.platform === "linux")("a folder in which no folder can be created is refused at once", async () => {
  await expect(openDatabase("sqlite:/proc/switchboard/test/console.db")).rejects.toMatchObject({
    code: "database_unwritable",
  });
});

test("a database URL of another kind is refused", async () => {
  await expect(openDatabase("mysql://x")).rejects.toMatchObject({ code: "database_url_invalid" });
});

test("an unreachable PostgreSQL is reported without the password", async () => {
  const error = await openDatabase("postgres://someone:hunter2@127.0.0.1:1/none").then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ code: "database_unreachable" });
  expect(error?.message).toContain("127.0.0.1:1/none");
  expect(error?.message).not.toContain("hunter2");
});
