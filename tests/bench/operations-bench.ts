import { sql } from "kysely";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/database/test-databases.ts";
import { measure, writeMs } from "./percentiles.ts";

/** A text is compared with every operation: its cases are promised for the smaller store. */
const textSize = 100_000;
const people = 40;
const limitMs = 50;
const yearMs = 365 * 86_400_000;

type Dialect = (typeof testDialects)[number];

const numbers: Record<Dialect, (size: number) => ReturnType<typeof sql>> = {
  sqlite: (size) =>
    sql`(with recursive n(i) as (values (0) union all select i + 1 from n where i < ${sql.lit(size - 1)}) select i from n) as n`,
  postgres: (size) => sql`generate_series(0::bigint, ${sql.lit(size - 1)}) as n(i)`,
};

/** Fills the store and returns the duration of its last step, in seconds. Three years of writes: most of them done, some running, failed or unknown, a fifth of them in bulk changes. */
export async function fill(url: string, dialect: Dialect, size: number, nowMs: number): Promise<number> {
  const database = await openDatabase<ConsoleSchema>(url, { postgres: { statementMs: 3_600_000 } });
  const { db, close } = database;
  // As when migrating an older store: the counts and indexes of its operations are built from the rows.
  const behind = migrations.findIndex(({ name }) => name === "0111_operation_counts");
  await migrate(database, migrations.slice(0, behind));
  for (let index = 0; index < people; index++) {
    const person = { staffID: `staff-${index}`, email: `${index}@bench.test`, name: "A person", role: "editor" };
    await db
      .insertInto("staff")
      .values({ ...person, environments: "[]", passwordHash: null, createdAt: 0, disabledAt: null })
      .execute();
  }
  const request = JSON.stringify({ companyName: "A company of usual length", plan: "essential", term: "12-months" });
  await sql`
    insert into "operations" ("operationID", "environment", "kind", "bodyHash", "staffID", "email", "request", "state",
      "customerID", "bulkID", "createdAt", "sentAt", "settledAt", "attempts", "tookMs", "jobID", "jobState", "jobFinishedAt")
    select 'operation-' || (i * 7919 % ${sql.lit(size)}), case when i % 10 < 8 then 'production' else 'sandbox' end,
      case when i % 3 = 0 then 'create-customer' else 'change-contract' end, 'hash-' || i, 'staff-' || (i * 31 % ${sql.lit(people)}),
      'someone@bench.test', ${request},
      case when i % 100 = 1 then 'rejected' when i % 1000 = 2 then 'unknown' else 'accepted' end,
      'customer-' || (i % 5000), case when i % 5 = 0 then 'bulk-' || (i / 1000) end,
      ${sql.lit(nowMs - 3 * yearMs)} + i * ${sql.lit(Math.floor((3 * yearMs) / size))},
      1, 2, 0, case when i % 100 > 2 then 1000 + i % 5000 end, 'job-' || i, 'succeeded', 3
    from ${numbers[dialect](size)}`.execute(db);
  const startedMs = performance.now();
  await migrate(database, migrations);
  const seconds = (performance.now() - startedMs) / 1_000;
  await sql`update "operations" set "companyName" = 'Company of ' || "customerID", "companyKey" = 'company of ' || "customerID"`.execute(
    db,
  );
  if (dialect === "postgres") await sql`vacuum (analyze) "operations"`.execute(db);
  await close();
  return seconds;
}

const hundred = Array.from({ length: 100 }, (_, index) => `customer-${index * 7}`);

type Case = [name: string, work: () => Promise<unknown>];

const listOf =
  (store: ConsoleStore) =>
  (filter: object, offset = 0) =>
  () =>
    store.operations.list({ environment: "production", ...filter }, { limit: 25, offset });

function textCases(store: ConsoleStore, nowMs: number): Case[] {
  const list = listOf(store);
  return [
    ["first page of a text that few have", list({ searchTerm: "customer-4321" })],
    ["first page of a text that all have", list({ searchTerm: "company" })],
    ["first page of a text that none has", list({ searchTerm: "nobody" })],
    ["first page of a text and an outcome", list({ searchTerm: "customer-43", outcomes: ["done"] })],
    ["first page of a text and a person", list({ searchTerm: "customer-43", staffID: "staff-3" })],
    ["first page of a text in a year", list({ searchTerm: "customer-43", sinceMs: nowMs - yearMs })],
  ];
}

function cases(store: ConsoleStore, nowMs: number): Case[] {
  const list = listOf(store);
  return [
    ["overview: the latest six", () => store.operations.list({ environment: "production" }, { limit: 6, offset: 0 })],
    ["first page", list({})],
    ["first page of a person", list({ staffID: "staff-3" })],
    ["first page without bulk changes", list({ withoutBulk: true })],
    ["first page of a kind", list({ kind: "create-customer" })],
    ["first page of an outcome that most have", list({ outcomes: ["done"] })],
    ["first page of two outcomes", list({ outcomes: ["failed", "unknown", "needs-look"] as never })],
    ["first page of a state", list({ states: ["accepted"] })],
    ["first page of a customer", list({ customerID: "customer-12" })],
    ["first page of the last week", list({ sinceMs: nowMs - 7 * 86_400_000 })],
    ["first page of a day", list({ sinceMs: nowMs - 100 * 86_400_000, untilMs: nowMs - 99 * 86_400_000 })],
    ["first page of a year", list({ sinceMs: nowMs - yearMs })],
    ["first page of a person in a year", list({ sinceMs: nowMs - yearMs, staffID: "staff-3" })],
    ["names of a hundred customers", () => store.operations.companyNamesOf("production", "customerID", hundred)],
    ["who has made operations", () => store.operations.peopleOf("production")],
    ["offset 400000 (the middle)", list({}, 400_000)],
    ["offset 500000", list({}, 500_000)],
    ["offset 790000 (near the end)", list({}, 790_000)],
    ["offset 400000 of an outcome", list({ outcomes: ["done"] }, 400_000)],
    ["offset 250000 of a kind", list({ kind: "create-customer" }, 250_000)],
    ["one operation", () => store.operations.find("production", "operation-0")],
    ["what was started again from it", list({ againOf: "operation-0" })],
    ["those of a bulk change", list({ bulkID: "bulk-500" })],
    ["those of a job", list({ jobID: "job-500000" })],
    ["how long its kind takes", () => store.follows.tookMs("production", "change-contract", 500)],
    ["the jobs that are due", () => store.follows.takeDue(0, 1, 20)],
  ];
}

/** The console's own store with a million operations, and what a text finds among a hundred thousand. */
export async function benchOperations(dialects: readonly Dialect[], sizes: readonly number[]): Promise<void> {
  for (const dialect of dialects) {
    for (const [size, casesOf] of [[textSize, textCases] as const, [1_000_000, cases] as const]) {
      if (sizes.includes(size)) await benchSize(dialect, size, casesOf);
    }
  }
}

async function benchSize(dialect: Dialect, size: number, casesOf: typeof cases): Promise<void> {
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const seconds = await fill(database.url, dialect, size, nowMs);
  const store = await openStore(database.url);
  console.log(`\n${dialect}, ${size} operations: counted and indexed in ${seconds.toFixed(1)} s`);
  for (const [name, work] of casesOf(store, nowMs)) {
    const { p50Ms, p95Ms } = await measure(work, 20);
    const verdict = p95Ms < limitMs ? "kept" : "MISSED";
    console.log(`  ${name.padEnd(42)} p50 ${writeMs(p50Ms)}  p95 ${writeMs(p95Ms)} ms  limit ${limitMs}: ${verdict}`);
  }
  await store.close();
  await database.drop();
}
