import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { doLast } from "#server/database/ordered-transactions.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

interface Schema {
  places: { name: string; count: number };
}

describe.each(testDialects.map((dialect) => ({ dialect })))("transactions on $dialect", ({ dialect }) => {
  let database: Database<Schema>;

  useTestDatabase(dialect, {
    async open(url) {
      database = await openDatabase<Schema>(url);
      await sql`create table "places" ("name" text primary key, "count" integer not null)`.execute(database.db);
      const values = ["a", "b"].map((name) => ({ name, count: 0 }));
      await database.db.insertInto("places").values(values).execute();
    },
    close: () => database.close(),
  });

  const count = (name: string, on = database.db) =>
    on
      .updateTable("places")
      .set((place) => ({ count: place("count", "+", 1) }))
      .where("name", "=", name)
      .execute();

  const counts = async () => {
    const rows = await database.db.selectFrom("places").selectAll().orderBy("name").execute();
    return rows.map((row) => row.count);
  };

  test("work that must come last runs after everything else, in its order, and is rolled back with the rest", async () => {
    const done: string[] = [];
    await database.db.transaction().execute(async (on) => {
      doLast(on, async () => void done.push("last"));
      doLast(on, async () => void done.push("very last"));
      await count("a", on);
      done.push("first");
    });
    expect(done).toEqual(["first", "last", "very last"]);
    const failing = database.db.transaction().execute(async (on) => {
      doLast(on, () => Promise.reject(new Error("the last part failed")));
      await count("a", on);
    });
    await expect(failing).rejects.toThrow("the last part failed");
    expect(await counts()).toEqual([1, 0]);
  });

  test("work cannot be scheduled last in a finished transaction", async () => {
    let over: object = {};
    await database.db.transaction().execute(async (on) => {
      over = on;
    });
    expect(() => doLast(over, async () => {})).toThrow("has ended");
  });

  test.runIf(dialect === "postgres")("a transaction that a deadlock has rolled back is tried again", async () => {
    const attempts = { ab: 0, ba: 0 };
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const lock = (way: "ab" | "ba", [own, other]: readonly [PromiseWithResolvers<void>, PromiseWithResolvers<void>]) =>
      database.db.transaction().execute(async (on) => {
        attempts[way] += 1;
        await count(way[0] as string, on);
        own.resolve();
        await other.promise;
        await count(way[1] as string, on);
      });
    await Promise.all([lock("ab", both), lock("ba", [both[1], both[0]])]);
    expect(attempts.ab + attempts.ba).toBe(3);
    expect(await counts()).toEqual([2, 2]);
  });

  test.runIf(dialect === "postgres")(
    "a transaction whose data another transaction has changed is tried again",
    async () => {
      const isChanged = Promise.withResolvers<void>();
      let attempts = 0;
      const reading = database.db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (on) => {
          attempts += 1;
          await on.selectFrom("places").selectAll().execute();
          if (attempts === 1) await isChanged.promise;
          await count("a", on);
        });
      await expect.poll(() => attempts).toBe(1);
      await count("a");
      isChanged.resolve();
      await reading;
      expect(attempts).toBe(2);
      expect(await counts()).toEqual([2, 0]);
    },
  );

  test.runIf(dialect === "postgres")("a single statement that a deadlock has rolled back is sent again", async () => {
    // The statement and the transaction lock the same two rows in opposite orders.
    const isHeld = Promise.withResolvers<void>();
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as "count" from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]?.count ?? 0;
    };
    const transaction = database.db.transaction().execute(async (on) => {
      await count("b", on);
      isHeld.resolve();
      await expect.poll(waiting).toBe(1);
      // The transaction waits longer before it checks for a deadlock, so that PostgreSQL aborts the statement.
      await sql`set local deadlock_timeout = '60s'`.execute(on);
      await count("a", on);
    });
    await isHeld.promise;
    await database.db
      .updateTable("places")
      .set((place) => ({ count: place("count", "+", 1) }))
      .where("name", "in", ["a", "b"])
      .execute();
    await transaction;
    expect(await counts()).toEqual([2, 2]);
  });

  test("an error of the work itself is thrown at once", async () => {
    let attempts = 0;
    const failing = database.db.transaction().execute(async () => {
      attempts += 1;
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(attempts).toBe(1);
  });
});
