import { sql } from "kysely";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/test-databases.ts";
import { measure, writeMs } from "./percentiles.ts";

const operations = 1_000_000;
const people = 40;
const limitMs = 50;
const yearMs = 365 * 86_400_000;

type Dialect = (typeof testDialects)[number];

const numbers: Record<Dialect, ReturnType<typeof sql>> = {
  sqlite: sql`(with recursive n(i) as (values (0) union all select i + 1 from n where i < ${sql.lit(operations - 1)}) select i from n) as n`,
  postgres: sql`generate_series(0::bigint, ${sql.lit(operations - 1)}) as n(i)`,
};

/** Fills the store and gives how long its last step took, in seconds. Three years of writes: most of them done, some under way, failed or unknown, a fifth of them of bulk changes. */
async function fill(url: string, dialect: Dialect, nowMs: number): Promise<number> {
  const database = await openDatabase<ConsoleSchema>(url, { postgres: { statementMs: 600_000 } });
  const { db, close } = database;
  // As a store that is a version behind: the counts and indexes of its operations are made from the rows.
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
    select 'operation-' || (i * 7919 % ${sql.lit(operations)}), case when i % 10 < 8 then 'production' else 'sandbox' end,
      case when i % 3 = 0 then 'create-customer' else 'change-contract' end, 'hash-' || i, 'staff-' || (i * 31 % ${sql.lit(people)}),
      'someone@bench.test', ${request},
      case when i % 100 = 1 then 'rejected' when i % 1000 = 2 then 'unknown' else 'accepted' end,
      'customer-' || (i % 5000), case when i % 5 = 0 then 'bulk-' || (i / 1000) end,
      ${sql.lit(nowMs - 3 * yearMs)} + i * ${sql.lit(Math.floor((3 * yearMs) / operations))},
      1, 2, 0, case when i % 100 > 2 then 1000 + i % 5000 end, 'job-' || i, 'succeeded', 3
    from ${numbers[dialect]}`.execute(db);
  const startedMs = performance.now();
  await migrate(database, migrations);
  const seconds = (performance.now() - startedMs) / 1_000;
  if (dialect === "postgres") await sql`vacuum (analyze) "operations"`.execute(db);
  await close();
  return seconds;
}

function cases(store: ConsoleStore, nowMs: number): [name: string, work: () => Promise<unknown>][] {
  const list =
    (filter: object, offset = 0) =>
    () =>
      store.operations.list({ environment: "production", ...filter }, { limit: 25, offset });
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
    ["offset 400000 (the middle)", list({}, 400_000)],
    ["offset 500000", list({}, 500_000)],
    ["offset 790000 (near the end)", list({}, 790_000)],
    ["offset 400000 of an outcome", list({ outcomes: ["done"] }, 400_000)],
    ["offset 250000 of a kind", list({ kind: "create-customer" }, 250_000)],
    ["one operation", () => store.operations.find("production", "operation-0")],
    ["what was begun anew from it", list({ againOf: "operation-0" })],
    ["those of a bulk change", list({ bulkID: "bulk-500" })],
    ["those of a job", list({ jobID: "job-500000" })],
    ["how long its kind takes", () => store.follows.tookMs("production", "change-contract", 500)],
    ["the jobs that are due", () => store.follows.takeDue(0, 1, 20)],
  ];
}

/** The console's own store with a million operations. */
export async function benchOperations(dialects: readonly Dialect[]): Promise<void> {
  for (const dialect of dialects) {
    const nowMs = Date.now();
    const database = await createTestDatabase(dialect);
    const seconds = await fill(database.url, dialect, nowMs);
    const store = await openStore(database.url);
    console.log(`\n${dialect}, ${operations} operations: counted and indexed in ${seconds.toFixed(1)} s`);
    for (const [name, work] of cases(store, nowMs)) {
      const { p50Ms, p95Ms } = await measure(work, 20);
      const verdict = p95Ms < limitMs ? "kept" : "MISSED";
      console.log(`  ${name.padEnd(42)} p50 ${writeMs(p50Ms)}  p95 ${writeMs(p95Ms)} ms  limit ${limitMs}: ${verdict}`);
    }
    await store.close();
    await database.drop();
  }
}
