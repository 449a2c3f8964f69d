import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { createStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { createStoreCheck } from "#server/bff/store/store-check.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

async function openEmpty(dialect: "sqlite" | "postgres") {
  const { url, drop } = await createTestDatabase(dialect);
  // The pool has only one connection, so that a setting applies to all later statements.
  const database = await openDatabase<ConsoleSchema>(url, { postgres: { poolSize: 1 } });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await migrate(database, migrations);
  return { database, store: createStore(database) };
}

const refusal = (work: Promise<unknown>) => work.then(() => null).catch((error: AppError) => error);

const readOnly = { sqlite: "pragma query_only = 1", postgres: "set default_transaction_read_only = on" };
const writable = { sqlite: "pragma query_only = 0", postgres: "set default_transaction_read_only = off" };

describe.each(testDialects)("a store on %s", (dialect) => {
  test("a read-only store reports this, and recovers automatically", async () => {
    const { database, store } = await openEmpty(dialect);
    await store.proveWritable();
    await sql.raw(readOnly[dialect]).execute(database.db);
    expect(await refusal(store.proveWritable())).toMatchObject({ code: "store_unavailable", reason: "read_only" });
    await sql.raw(writable[dialect]).execute(database.db);
    await store.proveWritable();
  });

  test("the check whether the store can be written stores nothing", async () => {
    const { database, store } = await openEmpty(dialect);
    await store.proveWritable();
    expect(await database.db.selectFrom("storeChecks").selectAll().execute()).toEqual([]);
  });
});

test("a full SQLite file reports this, keeps its content and stores nothing partially", async () => {
  const { database, store } = await openEmpty("sqlite");
  const person = { staffID: "edith", email: "edith@test.example", name: "Edith", role: "editor" } as const;
  await store.staff.add({ ...person, environments: ["sandbox"], passwordHash: null, createdAt: 0 });
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  await sql.raw(`pragma max_page_count = ${Number(rows[0]?.page_count) + 40}`).execute(database.db);
  const kept: string[] = [];
  const newOperation = (): NewOperation => ({
    operationID: randomUUID(),
    kind: "create-customer",
    environment: "sandbox",
    actor: { staffID: person.staffID, email: person.email },
    request: { note: "x".repeat(3_000) },
    idempotencyKey: randomUUID(),
    bodyHash: "hash",
    matchKey: null,
    customerID: null,
    createdAt: 0,
    dueAt: 0,
  });
  let failure: AppError | null = null;
  while (failure === null) {
    const operation = newOperation();
    failure = await refusal(store.operations.record(operation));
    if (failure === null) kept.push(operation.operationID);
  }
  expect(failure).toMatchObject({ code: "store_unavailable", reason: "full" });
  expect(await refusal(store.proveWritable())).toMatchObject({ reason: "full" });
  const { operations, total } = await store.operations.list({ environment: "sandbox" }, { limit: 1_000, offset: 0 });
  expect(operations.map(({ operationID }) => operationID).sort()).toEqual(kept.sort());
  expect(total).toBe(kept.length);
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.db);
  expect(check.rows).toEqual([{ integrity_check: "ok" }]);
  await sql.raw("pragma max_page_count = 100000").execute(database.db);
  await store.proveWritable();
});

describe("the check whether a store can be written", () => {
  const down = new AppError("store_unavailable", "It is down.", { reason: "no_answer" });

  test("the check makes one write for all callers within two seconds", async () => {
    const clock = createTestClock();
    let writes = 0;
    const { check } = createStoreCheck({ proveWritable: async () => void writes++ }, clock);
    expect(await Promise.all([check(), check(), check()])).toEqual([null, null, null]);
    clock.advance(1_999);
    await check();
    expect(writes).toBe(1);
    clock.advance(1);
    await check();
    expect(writes).toBe(2);
  });

  test("the check says why the store cannot be written, and later that it can be written again", async () => {
    const clock = createTestClock();
    let isDown = true;
    const { check } = createStoreCheck(
      { proveWritable: async () => (isDown ? Promise.reject(down) : undefined) },
      clock,
    );
    expect(await check()).toBe(down);
    isDown = false;
    expect(await check()).toBe(down);
    clock.advance(2_000);
    expect(await check()).toBeNull();
  });

  test("the check takes at most three seconds, and distinguishes a stuck store from a store that is down", async () => {
    const clock = createTestClock();
    let sleptMs = 0;
    const sleep = async (ms: number) => {
      sleptMs = ms;
    };
    const never = createStoreCheck({ proveWritable: () => new Promise(() => {}) }, { ...clock, sleep });
    expect(await never.check()).toMatchObject({ code: "store_unavailable", reason: "no_answer" });
    expect(sleptMs).toBe(3_000);
    clock.advance(60_000);
    expect(never.isStuck()).toBe(false);
    clock.advance(1);
    expect(never.isStuck()).toBe(true);
    const failing = createStoreCheck({ proveWritable: () => Promise.reject(down) }, clock);
    await failing.check();
    clock.advance(600_000);
    expect(failing.isStuck()).toBe(false);
  });
});
