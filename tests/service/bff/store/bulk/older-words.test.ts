import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate, planOf } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { insertOlderStaff } from "#tests/fixtures/database/insert-older-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const at = migrations.findIndex(({ name }) => name === "0400_one_word_for_runs");

/** The state names of earlier versions, for bulk changes and for their rows. */
const older = [
  ["ready", null, "waiting"],
  ["canary", null, "sending"],
  ["canary-done", null, "waiting"],
  ["paused", "canary", "waiting"],
  ["running", null, "changed"],
] as const;

describe.each(testDialects)("bulk changes of an earlier version on %s", (dialect) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    async fill(url) {
      const earlier = await openDatabase<ConsoleSchema>(url);
      await migrate(earlier, migrations.slice(0, at));
      await insertOlderStaff(earlier, "edith", ["sandbox"]);
      const insert = (table: string, row: object) =>
        sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`.execute(earlier.db);
      for (const [index, [state, pausedFrom, rowState]] of older.entries()) {
        const bulkID = `bulk-${index}`;
        const isOwn = state === "running";
        await insert("bulks", {
          bulkID,
          environment: isOwn ? "sandbox own-targets" : "sandbox",
          staffID: "edith",
          email: "edith@test.example",
          change: JSON.stringify({ plan: isOwn ? "each row has its own" : "enterprise" }),
          source: JSON.stringify({ kind: "ids", given: 1, duplicates: 0 }),
          state,
          pausedFrom,
          canaryPosition: 1,
          failuresInRow: 0,
          total: 1,
          createdAt: index,
        });
        await insert("bulkRows", {
          bulkID,
          position: 1,
          customerID: "c-1",
          companyName: "Acme",
          target: isOwn ? JSON.stringify({ term: "12-months" }) : null,
          state: rowState,
        });
        await insert("attentionSnoozes", {
          environment: "sandbox",
          kind: "bulk-waiting",
          itemID: bulkID,
          cause: `${state} 1`,
          until: 1,
          reason: "later",
          staffID: "edith",
          email: "edith@test.example",
          createdAt: 0,
        });
      }
      await migrate(earlier, migrations);
      await earlier.close();
    },
    async open(url) {
      database = await openDatabase<ConsoleSchema>(url);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  test("bulk changes are read with the words of this version", async () => {
    const { runs } = await store.bulks.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
    expect(runs.map(({ state, pausedFrom, firstPosition }) => [state, pausedFrom, firstPosition]).toReversed()).toEqual(
      [
        ["checked", null, 1],
        ["first", null, 1],
        ["first-done", null, 1],
        ["paused", "first", 1],
        ["running", null, 1],
      ],
    );
    const rows = await Promise.all(older.map((_, index) => store.bulks.row(`bulk-${index}`, 1)));
    expect(rows.map((row) => row?.state)).toEqual(["ready", "sending", "ready", "ready", "changed"]);
    expect(await store.bulks.find("sandbox", "bulk-0")).toMatchObject({ change: { plan: "enterprise" } });
  });

  test("rows with their own values keep these values", async () => {
    expect(await store.bulks.find("sandbox", "bulk-4")).toMatchObject({ environment: "sandbox", change: null });
    expect(await store.bulks.row("bulk-4", 1)).toMatchObject({ target: { term: "12-months" } });
  });

  test("snoozed bulk changes stay snoozed", async () => {
    const snoozes = await database.db
      .selectFrom("attentionSnoozes")
      .select(["itemID", "cause"])
      .orderBy("itemID")
      .execute();
    expect(snoozes.map(({ cause }) => cause)).toEqual([
      "checked 1",
      "first 1",
      "first-done 1",
      "paused 1",
      "running 1",
    ]);
  });

  test("a version that does not know these words cannot open the store", async () => {
    await expect(planOf(database, migrations.slice(0, at))).rejects.toMatchObject({ code: "database_newer" });
  });
});
