import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

interface Schema {
  first: { id: number };
  second: { id: number };
}

describe.each(testDialects)("the tables written on %s", (dialect) => {
  let file: TestDatabase;
  let database: Database<Schema>;
  let written: string[][];

  beforeEach(async () => {
    file = await createTestDatabase(dialect);
    database = await openDatabase<Schema>(file.url);
    for (const table of ["first", "second"])
      await database.db.schema.createTable(table).addColumn("id", "integer").execute();
    written = [];
    database.onWritten((tables) => written.push([...tables].sort()));
  });
  afterEach(async () => {
    await database.close();
    await file.drop();
  });

  test("a statement reports its table, and a read reports nothing", async () => {
    await database.db.insertInto("first").values({ id: 1 }).execute();
    await sql`insert into "second" values (1) returning "id"`.execute(database.db);
    await sql`delete from "first" where "id" = 1`.execute(database.db);
    await database.db.selectFrom("first").selectAll().execute();
    expect(written).toEqual([["first"], ["second"], ["first"]]);
  });

  test("a statement that changes no row reports nothing", async () => {
    await database.db.updateTable("first").set({ id: 2 }).execute();
    await sql`delete from "second" where "id" = 1 returning "id"`.execute(database.db);
    expect(written).toEqual([]);
  });

  test("a transaction reports its tables once, after others can read what it wrote", async () => {
    const counts: Promise<number>[] = [];
    database.onWritten(() => {
      const read = database.db.selectFrom("second").select((builder) => builder.fn.countAll<number>().as("count"));
      counts.push(read.executeTakeFirstOrThrow().then(({ count }) => Number(count)));
    });
    await database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto("first").values({ id: 1 }).execute();
      await transaction.insertInto("second").values({ id: 1 }).execute();
      await transaction.insertInto("second").values({ id: 2 }).execute();
      expect(written).toEqual([]);
    });
    expect(written).toEqual([["first", "second"]]);
    expect(await Promise.all(counts)).toEqual([2]);
  });

  test("a removed listener is not called", async () => {
    const more: unknown[] = [];
    const remove = database.onWritten((tables) => more.push(tables));
    remove();
    await database.db.insertInto("first").values({ id: 1 }).execute();
    expect(more).toEqual([]);
  });
});
