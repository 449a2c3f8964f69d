import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import { createOperationList } from "#server/bff/store/operations/operation-list.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { insertOperations } from "#tests/fixtures/database/insert-operations.ts";
import { insertStaff } from "#tests/fixtures/database/insert-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const people = ["edith", "vera"];

const newOperation = (index: number): NewOperation => ({
  operationID: randomUUID(),
  kind: operationKinds[index % 2 === 0 ? 0 : 1].kind,
  environment: "sandbox",
  actor: { staffID: people[index % 3 === 0 ? 0 : 1] as string, email: "someone@test.example" },
  request: {},
  idempotencyKey: randomUUID(),
  bodyHash: "hash",
  matchKey: null,
  customerID: null,
  dueAt: nowMs,
  // Groups of four operations have the same time, so their IDs decide the order.
  createdAt: nowMs + Math.floor(index / 4) * 5 * 86_400_000,
  bulkID: index % 5 === 0 ? "bulk" : undefined,
});

describe.each(testDialects)("the counts of operations on %s", (dialect) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    async fill(url) {
      const empty = await openDatabase<ConsoleSchema>(url);
      await migrate(empty, migrations);
      for (const staffID of people) await insertStaff(empty, staffID, ["sandbox"]);
      await insertOperations(
        empty,
        Array.from({ length: 20 }, (_, index) => newOperation(index)),
      );
      await empty.close();
    },
    async open(url) {
      database = await openDatabase<ConsoleSchema>(url);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  async function expectCounts(): Promise<void> {
    const counted = await database.db
      .selectFrom("operationCounts")
      .selectAll()
      .where("total", "!=", 0)
      .where("period", "!=", -1)
      .orderBy("state")
      .orderBy("outcome")
      .orderBy("staffID")
      .orderBy("kind")
      .orderBy("inBulk")
      .orderBy("period")
      .execute();
    const { rows } = await sql`
      select "environment", "outcome", "state", "staffID", "kind", case when "bulkID" is null then 0 else 1 end as "inBulk",
        "createdAt" / 864000000 as "period", count(*) as "total"
      from "operations" group by 1, 2, 3, 4, 5, 6, 7 order by 3, 2, 4, 5, 6, 7`.execute(database.db);
    expect(counted).toEqual(rows);
    expect(rows.length).toBeGreaterThan(0);
    const { total } = await store.operations.list({ environment: "sandbox" }, { limit: 1, offset: 0 });
    expect(total).toBe(counted.reduce((sum, count) => sum + count.total, 0));
  }

  test("operations are counted when they are added, change and are removed, one by one and many at once", async () => {
    await expectCounts();
    const { operations, follows } = store;
    const later = Array.from({ length: 30 }, (_, index) => newOperation(index));
    await Promise.all(later.map((operation) => operations.record(operation)));
    await expectCounts();
    const seenAt = new Date(nowMs).toISOString();
    await Promise.all(
      later.map(async ({ operationID }, index) => {
        await operations.markSent(operationID, { dueAt: nowMs }, nowMs);
        if (index % 3 === 0) return;
        const state = index % 3 === 1 ? "accepted" : "unknown";
        await operations.settle(operationID, ["sent"], { state, jobID: "job" }, nowMs);
        if (index % 2 === 0) return;
        const job = { state: index % 4 === 1 ? "failed" : "succeeded", stateText: "over", seenAt } as const;
        await follows.keep(operationID, { job, finishedAt: nowMs, dueAt: null });
      }),
    );
    await expectCounts();
    await database.db.deleteFrom("operations").where("state", "=", "sent").execute();
    await expectCounts();
  });

  test("operations of a transaction that is rolled back are not counted", async () => {
    const undone = database.db.transaction().execute(async (transaction) => {
      await transaction.updateTable("operations").set({ state: "unknown" }).execute();
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    await expectCounts();
  });

  test("the count between any two instants is exact, on either side of a period's end", async () => {
    const dayMs = 86_400_000;
    const instants = [undefined, ...[-7, 0, 3, 10, 11, 20, 25].map((days) => nowMs + days * dayMs), 0];
    for (const sinceMs of instants) {
      for (const untilMs of instants) {
        const filter = { environment: "sandbox" as const, sinceMs, untilMs, staffID: "vera" };
        const { operations, total } = await store.operations.list(filter, { limit: 100, offset: 0 });
        const within = operations.filter(
          ({ createdAt }) => createdAt >= (sinceMs ?? 0) && createdAt < (untilMs ?? Infinity),
        );
        expect([total, within.length]).toEqual([operations.length, total]);
      }
    }
  });

  test("pages contain every operation once, in the same order from either end, whatever the filter is", async () => {
    for (const filter of [
      {},
      { staffID: "vera" },
      { kind: "create-customer" },
      { withoutBulk: true },
      { bulkID: "bulk" },
    ]) {
      const list = (limit: number, offset: number) =>
        store.operations.list({ environment: "sandbox", ...filter }, { limit, offset });
      const all = await list(100, 0);
      expect(all.total).toBe(all.operations.length);
      const times = all.operations.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const paged: string[] = [];
      const skipping = createOperationList(database.db, database.dialect, 0);
      for (let offset = 0; offset < all.total; offset += 3) {
        const page = await list(3, offset);
        expect(page.total).toBe(all.total);
        paged.push(...page.operations.map(({ operationID }) => operationID));
        // This list skips complete periods even for small offsets. It must return the same page, whether it reads from
        // the beginning or from the end.
        expect(await skipping({ environment: "sandbox", ...filter }, { limit: 3, offset })).toEqual(page);
      }
      expect(paged).toEqual(all.operations.map(({ operationID }) => operationID));
      expect(await list(3, all.total)).toEqual({ operations: [], total: all.total });
      expect(await list(3, all.total + 50)).toEqual({ operations: [], total: all.total });
    }
  });
});

test("SQLite reads no more operations than a list shows, for all filters", async () => {
  const database = await openDatabase<ConsoleSchema>("sqlite::memory:");
  await migrate(database, migrations);
  const planOf = async (filter: string) => {
    const { rows } = await sql<{ detail: string }>`explain query plan select "operationID" from "operations"
      where "environment" = ${"sandbox"} and ${sql.raw(filter)} order by "createdAt" desc, "operationID" desc limit 25`.execute(
      database.db,
    );
    return rows.map(({ detail }) => detail).join("; ");
  };
  for (const [column, index] of [
    ["staffID", "operationsByStaff"],
    ["customerID", "operationsByCustomer"],
    ["kind", "operationsByKind"],
    ["jobID", "operationsByJob"],
    ["againOf", "operationsByAgain"],
    ["bulkID", "operationsByBulk"],
  ]) {
    const plan = await planOf(`"${column}" = 'x'`);
    expect(plan).toContain(`COVERING INDEX ${index} (`);
    expect(plan).not.toContain("TEMP B-TREE");
  }
  // SQLite computes this column when it reads a row, so no index covers it.
  expect(await planOf(`"outcome" = 'x'`)).toMatch(/^SEARCH operations USING INDEX operationsByOutcome \([^;]*$/);
  await database.close();
});
