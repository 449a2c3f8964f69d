import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import type { OperationPosition } from "#server/bff/store/operations/operation-list.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import { createOperationSearch, type SearchLimits } from "#server/bff/store/operations/operation-search.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { newCreation, nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { insertOperations } from "#tests/fixtures/database/insert-operations.ts";
import { insertStaff } from "#tests/fixtures/database/insert-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const staffID = randomUUID();
const environment = "sandbox";
const odd = 'Ünïted "50%_off" \\ Ltd \u0000\ud800';
const manyOperations = 900;

describe.each(testDialects)("operations with names on %s", (dialect) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    async fill(url) {
      database = await openDatabase<ConsoleSchema>(url);
      await migrate(database, migrations);
      for (const id of [staffID, "vera", "idle"]) await insertStaff(database, id, [environment]);
      await insertOperations(database, [
        ...Array.from({ length: manyOperations }, (_, index) => ({
          ...newCreation(staffID, { operationID: `older-${String(index).padStart(4, "0")}` }),
          companyName: index === 0 ? odd : `Older ${index}`,
          createdAt: nowMs - 1_000 * dayMs + index,
        })),
        newCreation(staffID, { operationID: "change", kind: "change-contract", customerID: "c1" }),
        newCreation(staffID, { operationID: "no text" }),
      ]);
      await database.close();
    },
    async open(url) {
      database = await openDatabase<ConsoleSchema>(url);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  const list = async (filter: object, limit = 100) =>
    (await store.operations.list({ environment, ...filter }, { limit, offset: 0 })).operations;
  const idsOf = async (filter: object) => (await list(filter)).map(({ operationID }) => operationID);
  const record = (given: Partial<NewOperation>) => store.operations.record(newCreation("vera", given));

  test("a name is stored as it is, except for characters that PostgreSQL cannot store", async () => {
    const named = async (operationID: string) => (await store.operations.find(environment, operationID))?.companyName;
    expect(await named("older-0000")).toBe('Ünïted "50%_off" \\ Ltd \ufffd\ufffd');
    expect(await named("no text")).toBeNull();
  });

  test("a text finds names in upper and lower case, special characters literally, and the beginning of an ID", async () => {
    expect(await idsOf({ searchTerm: "ÜNÏTED" })).toEqual(["older-0000"]);
    expect(await idsOf({ searchTerm: "50%_off" })).toEqual(["older-0000"]);
    expect(await idsOf({ searchTerm: "50__off" })).toEqual([]);
    expect(await idsOf({ searchTerm: "\\ ltd" })).toEqual(["older-0000"]);
    expect(await idsOf({ searchTerm: "OLDER-0123" })).toEqual(["older-0123"]);
    expect(await idsOf({ searchTerm: "lder-0123" })).toEqual([]);
    expect(await idsOf({ searchTerm: "C1" })).toEqual(["change"]);
    const page = await store.operations.list({ environment, searchTerm: "older 8" }, { limit: 5, offset: 100 });
    expect(page.total).toBe(111);
    const past = await store.operations.list({ environment, searchTerm: "older 8" }, { limit: 5, offset: 500 });
    expect(past).toEqual({ operations: [], total: 111 });
    expect(page.operations.map(({ companyName }) => companyName)).toEqual([
      "Older 89",
      "Older 88",
      "Older 87",
      "Older 86",
      "Older 85",
    ]);
  });

  test("a text finds the same operations, whether its customers have few operations or many", async () => {
    for (const [index, customerID] of ["c7", "c70", "c7", null, "c8", null].entries()) {
      const companyName = index % 2 === 0 ? "Mixed Older Ltd" : undefined;
      await record({ operationID: `mix${index}-x`, customerID, companyName, createdAt: nowMs + index * dayMs });
    }
    await record({ operationID: "MIX9-x", customerID: "mix0", createdAt: nowMs + 9 * dayMs });
    const few: SearchLimits = { customers: 10_000, operations: 10_000, filteredOperations: 10_000 };
    const many: SearchLimits = { customers: 10_000, operations: -1, filteredOperations: -1 };
    const [search, compare] = [few, many].map((limits) => createOperationSearch(database.db, dialect, limits));
    const found: number[] = [];
    for (const searchTerm of ["mix", "mix0", "mix9", "MIX9-X", "mixed", "c7", "older", "older-08", "nothing", " "]) {
      for (const filter of [
        {},
        { staffID: "vera" },
        { outcomes: ["waiting" as const] },
        { untilMs: nowMs + 2 * dayMs },
      ]) {
        for (const page of [
          { limit: 4, offset: 0 },
          { limit: 3, offset: 2 },
          { limit: 0, offset: 0 },
          { limit: 5, offset: 5_000 },
        ]) {
          const asked = { environment, searchTerm, ...filter } as const;
          const [one, other] = [await search?.(asked, page), await compare?.(asked, page)];
          expect({ searchTerm, filter, page, ...one }).toEqual({ searchTerm, filter, page, ...other });
          found.push(one?.total ?? 0);
        }
      }
    }
    expect(Math.max(...found)).toBeGreaterThan(manyOperations);
    // A search compares IDs only if the search text has at least four characters.
    expect(await idsOf({ searchTerm: "mix0" })).toEqual(["MIX9-x", "mix0-x"]);
    expect(await idsOf({ searchTerm: "mi" })).toHaveLength(4);
  });

  test("days filter by the time of recording, together with any other filter", async () => {
    const days = [0, 1, 2].map((day) => nowMs + (10 + day) * dayMs);
    const made = days.map((createdAt, index) => ({ createdAt, operationID: `day-${index}`, companyName: "Days" }));
    for (const given of made) await record(given);
    const [, from = 0] = days;
    expect(await idsOf({ sinceMs: from, untilMs: from + dayMs })).toEqual(["day-1"]);
    expect(await idsOf({ sinceMs: from, searchTerm: "days" })).toEqual(["day-2", "day-1"]);
    expect(await idsOf({ untilMs: from, searchTerm: "days", staffID: "vera" })).toEqual(["day-0"]);
    expect(await idsOf({ untilMs: from, searchTerm: "days", staffID })).toEqual([]);
  });

  test("continuing after a position returns each operation once, although others are added and removed in between", async () => {
    const read: string[] = [];
    for (let after: OperationPosition | undefined; ; ) {
      const part = await store.operations.read({ environment, searchTerm: "older" }, { limit: 250, after });
      read.push(...part.map(({ operationID }) => operationID));
      await record({ operationID: `newer-${read.length}`, companyName: "Older still", createdAt: nowMs + 50 * dayMs });
      after = part.at(-1);
      if (part.length < 250) break;
    }
    expect(read.length).toBe(manyOperations);
    expect(new Set(read).size).toBe(read.length);
  });

  test("a name in an answer replaces the known name, and the last name is used for a customer", async () => {
    const { operation } = await record({ kind: "change-contract", customerID: "c2", companyName: "Before Ltd" });
    expect(operation.companyName).toBe("Before Ltd");
    const { operationID } = operation;
    await store.operations.markSent(operationID, { dueAt: nowMs }, nowMs);
    expect((await store.operations.find(environment, operationID))?.companyName).toBe("Before Ltd");
    await store.operations.settle(
      operationID,
      ["sent"],
      { state: "accepted", companyName: "After Ltd", jobID: "j2" },
      nowMs,
    );
    await record({ kind: "change-contract", customerID: "c2", companyName: "Long ago Ltd", createdAt: nowMs - dayMs });
    expect(await store.operations.companyNamesOf(environment, "customerID", ["c1", "c2", "c3"])).toEqual([
      { id: "c2", companyName: "After Ltd" },
    ]);
    expect(await store.operations.companyNamesOf(environment, "jobID", ["j1", "j2"])).toEqual([
      { id: "j2", companyName: "After Ltd" },
    ]);
    expect(await store.operations.companyNamesOf("production", "customerID", ["c2"])).toEqual([]);
    expect(await store.operations.companyNamesOf(environment, "jobID", [])).toEqual([]);
  });

  test("customers and names are counted when operations are added, named, renamed and removed", async () => {
    const expectCounted = async () => {
      const counted = await database.db
        .selectFrom("operationSubjects")
        .select(["environment", "customerID", "companyKey", "total"])
        .execute();
      const { rows } = await sql<(typeof counted)[number]>`
        select "environment", coalesce("customerID", '') as "customerID", coalesce("companyKey", '') as "companyKey",
          count(*) as "total" from "operations" group by 1, 2, 3`.execute(database.db);
      const sorted = (given: typeof counted) => given.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(counted)).toEqual(sorted(rows));
      return rows.length;
    };
    expect(await expectCounted()).toBeGreaterThan(manyOperations);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        record({ operationID: `counted-${index}`, customerID: index % 2 ? "c9" : null, companyName: "Counted Ltd" }),
      ),
    );
    await expectCounted();
    await database.db
      .updateTable("operations")
      .set({ customerID: "c10", companyKey: "named ltd", dueAt: null })
      .where("operationID", "like", "counted-%")
      .execute();
    expect(await expectCounted()).toBeGreaterThan(manyOperations);
    const before = await expectCounted();
    while ((await store.retention.removeOperations(nowMs + 1, nowMs)) > 0) await expectCounted();
    expect(await expectCounted()).toBeLessThan(before);
  });

  test("the list of people contains everybody who has started operations", async () => {
    await record({});
    const people = [staffID, "vera"].map((id) => ({ staffID: id, email: `${id}@test.example` }));
    expect(await store.operations.peopleOf(environment)).toMatchObject(
      people.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    );
    expect(await store.operations.peopleOf("production")).toEqual([]);
  });
});
