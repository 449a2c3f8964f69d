import { sql } from "kysely";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { AuditFilter } from "#server/bff/store/audit/audit-filter.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { measure, writeMs } from "#tests/bench/percentiles.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/database/test-databases.ts";

const people = 40;
const limitMs = 50;
const yearMs = 365 * dayMs;
const writers = 16;
const writesEach = 100;

type Dialect = (typeof testDialects)[number];

const numbers: Record<Dialect, (events: number) => ReturnType<typeof sql>> = {
  sqlite: (events) =>
    sql`(with recursive n(i) as (values (1) union all select i + 1 from n where i < ${sql.lit(events)}) select i from n) as n`,
  postgres: (events) => sql`generate_series(1::bigint, ${sql.lit(events)}) as n(i)`,
};

/**
 * An SQL expression for the action of the event `i`. In a hundred events, each action has the share of a typical year.
 */
const action = sql`case
  when i % 100 < 32 then 'operation.recorded' when i % 100 < 64 then 'operation.settled'
  when i % 100 < 80 then 'operation.verified' when i % 100 < 86 then 'sign-in'
  when i % 100 < 90 then 'sign-out' when i % 100 < 93 then 'sign-in.failed'
  when i % 100 < 97 then 'access.denied' when i % 100 < 99 then 'export.started'
  when i % 1000 < 998 then 'view.changed' else 'staff.changed' end`;

/** Fills the audit log. The hashes are invented, because the bench reads and adds events but does not verify them. */
export async function fill(url: string, dialect: Dialect, events: number, nowMs: number): Promise<void> {
  const database = await openDatabase<ConsoleSchema>(url, { postgres: { statementMs: 3_600_000 } });
  const { db, close } = database;
  await migrate(database, migrations);
  const after = JSON.stringify({
    kind: "change-contract",
    companyName: "A company of usual length",
    term: "12-months",
  });
  const isOperation = sql`i % 100 < 80`;
  await sql`
    insert into "audit" ("sequence", "at", "actorKind", "actorID", "actorEmail", "actorRole", "action", "environment",
      "targetKind", "targetID", "outcome", "after", "ticket", "requestID", "address", "userAgent", "hash",
      "previousHash", "customerKey")
    select i, ${sql.lit(nowMs - yearMs)} + i * ${sql.lit(Math.floor(yearMs / events))},
      case when i % 100 between 90 and 92 then 'anonymous' else 'staff' end,
      case when i % 100 between 90 and 92 then null else 'staff-' || ((i * 31 + i / 100) % ${sql.lit(people)}) end,
      case when i % 100 between 90 and 92 then null else ((i * 31 + i / 100) % ${sql.lit(people)}) || '@bench.test' end,
      'editor', ${action},
      case when i % 100 < 80 or i % 100 > 92 then case when i % 7 = 0 then 'sandbox' else 'production' end end,
      case when ${isOperation} then 'operation' end, case when ${isOperation} then 'operation-' || (i / 3) end,
      case when i % 100 between 90 and 92 then 'failed' when i % 100 between 93 and 96 then 'denied' else 'done' end,
      ${after}, case when i % 10 = 0 then 'T-' || (i % 20000) end, 'request-' || (i / 2),
      '10.0.' || (i % 7) || '.' || (i % 200), 'Mozilla/5.0 (X11; Linux x64) a browser of usual length',
      'hash-' || i, 'hash-' || (i - 1), case when ${isOperation} then 'customer-' || (i / 3 % 5000) end
    from ${numbers[dialect](events)}`.execute(db);
  await db
    .updateTable("auditChain")
    .set({ sequence: events, hash: `hash-${events}` })
    .execute();
  if (dialect === "postgres") await sql`vacuum (analyze) "audit"`.execute(db);
  await close();
}

function cases(store: ConsoleStore, events: number, nowMs: number): [name: string, work: () => Promise<unknown>][] {
  // Makes the same reads as one request of the audit page: the events, and the number of all events.
  const page =
    (filter: AuditFilter, beyond?: number, order: "newest" | "oldest" = "newest") =>
    async () => {
      await store.audit.list(filter, { order, beyond, limit: 51 });
      if (order === "newest") await store.audit.count(filter);
    };
  const days = (from: number, to: number) => ({ fromMs: nowMs - from * dayMs, toMs: nowMs - to * dayMs });
  return [
    ["first page", page({})],
    ["a page from the middle", page({}, events / 2)],
    ["the last page", page({}, 40)],
    ["a collector's page", page({}, events / 2, "oldest")],
    ["person", page({ actorID: "staff-3" })],
    ["person that never did anything", page({ actorID: "staff-none" })],
    ["action that many have", page({ action: "operation.settled" })],
    ["action that few have", page({ action: "staff.changed" })],
    ["action that none has", page({ action: "bulk.cancelled" })],
    ["customer", page({ customerID: "customer-12" })],
    ["environment", page({ environment: "sandbox" })],
    ["the last week", page(days(7, 0))],
    ["a day long ago", page(days(200, 199))],
    ["a year", page(days(365, 0))],
    ["text: e-mail address", page({ text: "3@bench.test" })],
    ["text: IP address", page({ text: "10.0.3.17" })],
    ["text: ticket", page({ text: "T-500" })],
    ["text: request ID", page({ text: "request-250000" })],
    ["text: operation ID", page({ text: "operation-90000" })],
    ["text that none has", page({ text: "nothing" })],
    ["person and action that many have", page({ actorID: "staff-3", action: "operation.settled" })],
    ["person and action that few have", page({ actorID: "staff-3", action: "staff.changed" })],
    ["person and action that none has", page({ actorID: "staff-3", action: "bulk.cancelled" })],
    ["person and environment", page({ actorID: "staff-3", environment: "sandbox" })],
    ["action and environment", page({ action: "export.started", environment: "sandbox" })],
    ["action that never has an environment, in one", page({ action: "sign-in", environment: "sandbox" })],
    ["action that few have, in an environment", page({ action: "staff.changed", environment: "sandbox" })],
    ["customer and person", page({ customerID: "customer-12", actorID: "staff-3" })],
    ["customer and action", page({ customerID: "customer-12", action: "operation.verified" })],
    ["person on a day", page({ actorID: "staff-3", ...days(100, 99) })],
    ["action that few have, on a day", page({ action: "staff.changed", ...days(100, 99) })],
    [
      "person, action and environment in a year",
      page({
        actorID: "staff-3",
        action: "sign-out",
        environment: "production",
        ...days(365, 0),
      }),
    ],
    ["text and person", page({ text: "10.0.3.17", actorID: "staff-3" })],
    ["text and action", page({ text: "3@bench.test", action: "staff.changed" })],
    ["everybody on the staff", () => store.staff.people()],
  ];
}

/**
 * Measures how many events per second many writers record at once. Each writer waits until it may add to the end of the
 * hash chain.
 */
async function benchWrites(store: ConsoleStore): Promise<void> {
  const write = () =>
    store.audit.append({ actor: { kind: "console" }, action: "api.probed", outcome: "done" }, Date.now());
  const startedMs = performance.now();
  const tookMs: number[] = [];
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let index = 0; index < writesEach; index++) {
        const beganMs = performance.now();
        await write();
        tookMs.push(performance.now() - beganMs);
      }
    }),
  );
  const perSecond = (writers * writesEach * 1_000) / (performance.now() - startedMs);
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => writeMs(tookMs[Math.ceil(tookMs.length * share) - 1] ?? Number.NaN).trim();
  console.log(
    `  ${writers} writers at once: ${perSecond.toFixed(0)} events a second, each p50 ${at(0.5)}  p95 ${at(0.95)} ms`,
  );
}

/** Measures the audit log with `events` events. */
export async function benchAudit(dialects: readonly Dialect[], events: number): Promise<void> {
  for (const dialect of dialects) {
    const nowMs = Date.now();
    const database = await createTestDatabase(dialect);
    await fill(database.url, dialect, events, nowMs);
    const store = await openStore(database.url);
    console.log(`\n${dialect}, ${events} audit events`);
    for (const [name, work] of cases(store, events, nowMs)) {
      const { p50Ms, p95Ms } = await measure(work, 20);
      const verdict = p95Ms < limitMs ? "kept" : "MISSED";
      console.log(`  ${name.padEnd(46)} p50 ${writeMs(p50Ms)}  p95 ${writeMs(p95Ms)} ms  limit ${limitMs}: ${verdict}`);
    }
    await benchWrites(store);
    await store.close();
    await database.drop();
  }
}
