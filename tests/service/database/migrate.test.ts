import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { type MigrateOptions, migrate, planOf } from "#server/database/migrate.ts";
import type { BackfillMigration, IndexMigration, Migration, SchemaMigration } from "#server/database/migration.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

interface Schema {
  thing: { id: number; name: string; size: number | null };
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const first: SchemaMigration = {
  name: "0001_thing",
  up: async (db) => {
    await db.schema
      .createTable("thing")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .execute();
  },
};

const expand: SchemaMigration = {
  name: "0002_size",
  up: async (db) => {
    await db.schema.alterTable("thing").addColumn("size", "integer").execute();
  },
};

const index: IndexMigration = {
  name: "0003_by_size",
  index: { name: "thingBySize", table: "thing", columns: ["size", "id"], present: "size" },
};

/** Returns a backfill of `size` rows in batches of `atOnce`. It calls `between` before each batch except the first. */
const backfill = (atOnce = 2, between: () => unknown = () => {}): BackfillMigration => ({
  name: "0004_fill_size",
  async backfill(db, _dialect, after) {
    if (after !== null) await between();
    const rows = await db
      .selectFrom("thing")
      .select("id")
      .where("id", ">", Number(after ?? 0))
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length > 0) {
      await db.updateTable("thing").set({ size: sql`length("name")` }).where("id", "in", ids).execute();
    }
    return { rows: ids.length, last: ids.length < atOnce ? null : String(ids.at(-1)) };
  },
});

const contract: SchemaMigration = {
  name: "0005_no_name",
  floor: "0002_size",
  up: async (db) => {
    await db.schema.alterTable("thing").dropColumn("name").execute();
  },
};

/** Short limits, so that the test does not wait. */
const limits = { lockMs: 50, attempts: 3, pauseMs: 10, turnMs: 100 };
const online: MigrateOptions = { limits };

async function openWithThings(dialect: "sqlite" | "postgres"): Promise<{ database: Database<Schema>; url: string }> {
  const { url, drop } = await createTestDatabase(dialect);
  cleanups.push(drop);
  const database = await openDatabase<Schema>(url);
  cleanups.push(() => database.close());
  await migrate(database, [first]);
  const names = ["a", "bb", "ccc", "dddd", "eeeee"];
  for (const [id, name] of names.entries())
    await sql`insert into "thing" values (${id + 1}, ${name})`.execute(database.db);
  return { database, url };
}

const sizes = async ({ db }: Database<Schema>) =>
  (await db.selectFrom("thing").select("size").orderBy("id").execute()).map(({ size }) => size);

describe.each(testDialects)("a migration on %s", (dialect) => {
  test("the migration applies schema, index and backfill in order, and reports them", async () => {
    const { database } = await openWithThings(dialect);
    const progressReports: string[] = [];
    const { applied } = await migrate(database, [first, expand, index, backfill()], {
      ...online,
      report: (progress) => progressReports.push(progress),
    });
    expect(applied).toEqual(["0002_size", "0003_by_size", "0004_fill_size"]);
    expect(await sizes(database)).toEqual([1, 2, 3, 4, 5]);
    expect(progressReports).toContain("0004_fill_size: 4 rows so far");
    expect(progressReports.at(-1)).toBe("0004_fill_size: 5 rows");
    const [table] = (await database.db.introspection.getTables()).filter(({ name }) => name === "thing");
    expect(table?.columns.map(({ name }) => name)).toContain("size");
  });

  test("the migration applies every step to an empty store at once, including backfills", async () => {
    const { url, drop } = await createTestDatabase(dialect);
    cleanups.push(drop);
    const database = await openDatabase<Schema>(url);
    cleanups.push(() => database.close());
    await migrate(database, [first, expand, index, backfill()]);
    expect((await planOf(database, [first, expand, index, backfill()])).pending).toEqual([]);
  });

  test("the migration continues an interrupted backfill where it stopped", async () => {
    const { database } = await openWithThings(dialect);
    const steps = [first, expand];
    let batches = 0;
    const broken = backfill(2, () => {
      batches += 1;
      if (batches === 2) throw new Error("the process is gone");
    });
    await expect(migrate(database, [...steps, broken], online)).rejects.toThrow("the process is gone");
    expect(await sizes(database)).toEqual([1, 2, 3, 4, null]);
    const seen: (string | null)[] = [];
    const whole = backfill();
    const watched: BackfillMigration = {
      name: whole.name,
      backfill(db, kind, after) {
        seen.push(after);
        return whole.backfill(db, kind, after);
      },
    };
    await migrate(database, [...steps, watched], online);
    expect(seen).toEqual(["4"]);
    expect(await sizes(database)).toEqual([1, 2, 3, 4, 5]);
  });

  test("with the mode never, pending steps are refused, and the message names the command", async () => {
    const { database } = await openWithThings(dialect);
    await expect(migrate(database, [first, expand], { mode: "never" })).rejects.toMatchObject({
      code: "database_pending",
      message: expect.stringContaining("bin/switchboard migrate"),
    });
    expect((await planOf(database, [first, expand])).pending).toEqual([expand]);
    await migrate(database, [first, expand], online);
    expect(await migrate(database, [first, expand], { mode: "never" })).toEqual({ applied: [], newer: [] });
  });

  test("the migrated store still works with an older version", async () => {
    const { database } = await openWithThings(dialect);
    await migrate(database, [first, expand, index], online);
    expect(await migrate(database, [first], { mode: "never" })).toEqual({
      applied: [],
      newer: ["0002_size", "0003_by_size"],
    });
    await sql`insert into "thing" ("id", "name") values (6, 'of the older version')`.execute(database.db);
  });

  test("a migration that removes something blocks only the versions that need it", async () => {
    const { database } = await openWithThings(dialect);
    await migrate(database, [first, expand, contract], online);
    await expect(migrate(database, [first])).rejects.toMatchObject({
      code: "database_newer",
      message: expect.stringContaining("0002_size"),
    });
    expect(await migrate(database, [first, expand])).toEqual({ applied: [], newer: ["0005_no_name"] });
  });

  test("a database that was not made by these migrations is refused, and stays as it was", async () => {
    const { database } = await openWithThings(dialect);
    const baseline: SchemaMigration = { ...first, name: "0001_baseline" };
    await expect(migrate(database, [baseline, expand], online)).rejects.toMatchObject({
      code: "database_older",
      message: expect.stringContaining("before 1.0.0"),
    });
    expect(await migrate(database, [first])).toEqual({ applied: [], newer: [] });
  });
});

describe.runIf(testDialects.includes("postgres"))("a migration while a program is running", () => {
  async function beside(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    cleanups.push(() => client.end());
    return client;
  }

  test("the migration gives up on a lock of another connection, names that connection and changes nothing", async () => {
    const { database, url } = await openWithThings("postgres");
    const other = await beside(url);
    const { rows } = await other.query("select pg_backend_pid() as pid");
    await other.query(`begin; insert into "thing" values (7, 'held')`);
    await expect(migrate(database, [first, expand], online)).rejects.toMatchObject({
      code: "database_busy",
      message: expect.stringMatching(new RegExp(`0002_size gave up.*server process ${rows[0].pid}`)),
    });
    await other.query("commit");
    expect((await planOf(database, [first, expand])).pending).toEqual([expand]);
    await migrate(database, [first, expand], online);
  });

  test("the migration lets all others go first between two attempts", async () => {
    const { database, url } = await openWithThings("postgres");
    const [holder, writer] = [await beside(url), await beside(url)];
    await holder.query(`begin; insert into "thing" values (7, 'held')`);
    const migrating = migrate(database, [first, expand], {
      limits: { ...limits, attempts: 1_000, pauseMs: 100 },
    });
    // The writer waits at most five seconds for a lock. Within this time, the migration must stop waiting for its own
    // lock, so that the writer can continue.
    await writer.query("set lock_timeout = 5000");
    for (let id = 10; id < 15; id += 1) await writer.query(`insert into "thing" values (${id}, 'beside')`);
    await holder.query("commit");
    await migrating;
  });

  test("the migration stops a statement that would hold its lock for long", async () => {
    const { database } = await openWithThings("postgres");
    const slow: SchemaMigration = {
      name: "0002_slow",
      up: async (db) => {
        await sql`select pg_sleep(60)`.execute(db);
      },
    };
    const migrating = migrate(database, [first, slow], { limits: { ...limits, statementMs: 50 } });
    await expect(migrating).rejects.toMatchObject({
      code: "database_busy",
      message: expect.stringContaining("0002_slow"),
    });
  });

  test("the migration builds an index while rows are written, and waits for old transactions without blocking others", async () => {
    const { database, url } = await openWithThings("postgres");
    await migrate(database, [first, expand], online);
    const [holder, writer] = [await beside(url), await beside(url)];
    await holder.query(`begin; insert into "thing" values (7, 'held')`);
    const migrating = migrate(database, [first, expand, index], online);
    const isBegun = async () =>
      (await writer.query(`select 1 from pg_class where relname = 'thingBySize'`)).rowCount === 1;
    await expect.poll(isBegun).toBe(true);
    await writer.query("set lock_timeout = 1000");
    await writer.query(`insert into "thing" values (8, 'beside', 1)`);
    await holder.query("commit");
    await migrating;
    const { rows } = await writer.query(
      `select indisvalid from pg_index join pg_class on oid = indexrelid where relname = 'thingBySize'`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test("the migration rebuilds an index that was interrupted", async () => {
    const { database, url } = await openWithThings("postgres");
    await migrate(database, [first, expand], online);
    const holder = await beside(url);
    await holder.query(`begin; insert into "thing" values (7, 'held')`);
    const impatient = { ...online, limits: { ...limits, indexLockMs: 50 } };
    await expect(migrate(database, [first, expand, index], impatient)).rejects.toMatchObject({ code: "database_busy" });
    await holder.query("commit");
    await migrate(database, [first, expand, index], impatient);
    expect((await planOf(database, [first, expand, index])).pending).toEqual([]);
  });

  test("the migration waits for another process that migrates, and then finds nothing to do", async () => {
    const { database, url } = await openWithThings("postgres");
    const other = await openDatabase<Schema>(url);
    cleanups.push(() => other.close());
    let runs = 0;
    const counted: Migration = {
      name: "0002_size",
      up: async (db, kind) => {
        runs += 1;
        await sql`select pg_sleep(0.3)`.execute(db);
        await expand.up(db, kind);
      },
    };
    const patient = { limits: { ...limits, turnMs: 60_000 } };
    await Promise.all([migrate(database, [first, counted], patient), migrate(other, [first, counted], patient)]);
    expect(runs).toBe(1);
  });

  test("the migration stops waiting for another process after its limit", async () => {
    const { database, url } = await openWithThings("postgres");
    const other = await beside(url);
    await other.query("select pg_advisory_lock(3853314791062309107)");
    await expect(migrate(database, [first, expand], online)).rejects.toMatchObject({
      code: "database_busy",
      message: expect.stringContaining("Another process"),
    });
  });

  test("a batch locks its rows only while it runs, and others can write between two batches", async () => {
    const { database, url } = await openWithThings("postgres");
    const writer = await beside(url);
    await writer.query("set lock_timeout = 1000");
    // Changes rows of the previous batch while the next batch runs.
    const step = backfill(2, () => writer.query(`update "thing" set "name" = 'changed' where "id" <= 2`));
    await migrate(database, [first, expand, step], online);
    expect(await sizes(database)).toEqual([1, 2, 3, 4, 5]);
  });
});
