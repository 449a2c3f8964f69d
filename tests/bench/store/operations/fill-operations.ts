import { type Kysely, sql } from "kysely";
import { migrations } from "#server/bff/store/migrations.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";

const people = 40;
export const yearMs = 365 * 86_400_000;

const numbers: Record<Dialect, (size: number) => ReturnType<typeof sql>> = {
  sqlite: (size) =>
    sql`(with recursive n(i) as (values (0) union all select i + 1 from n where i < ${sql.lit(size - 1)}) select i from n) as n`,
  postgres: (size) => sql`generate_series(0::bigint, ${sql.lit(size - 1)}) as n(i)`,
};

/** Returns every index of the table that can be created again, each with its `create index` statement. */
async function indexesOf(db: Kysely<ConsoleSchema>, dialect: Dialect, table: string) {
  const { rows } =
    dialect === "sqlite"
      ? await sql<{ name: string; made: string }>`
          select name, sql as made from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`.execute(
          db,
        )
      : await sql<{ name: string; made: string }>`
          select indexname as name, indexdef as made from pg_indexes
          where schemaname = current_schema() and tablename = ${table} and indexname not like '%_pkey'`.execute(db);
  return rows;
}

/** Fills the table without its indexes and creates them afterwards. A million rows then take a quarter of the time. */
async function fillWithoutIndexes(
  db: Kysely<ConsoleSchema>,
  dialect: Dialect,
  table: string,
  insert: () => Promise<unknown>,
): Promise<void> {
  const indexes = await indexesOf(db, dialect, table);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await insert();
  for (const { made } of indexes) await sql.raw(made).execute(db);
}

/**
 * Fills the store with three years of operations of 50,000 customers. Most operations are done, the newest are running,
 * some have failed or are unknown, and a fifth belongs to bulk changes. Also adds as many notes, tags and planned
 * changes as a team would have.
 */
export async function fillOperations(url: string, dialect: Dialect, size: number, nowMs: number): Promise<void> {
  const database = await openDatabase<ConsoleSchema>(url, { postgres: { statementMs: 3_600_000, poolSize: 1 } });
  const { db, close } = database;
  if (dialect === "sqlite") {
    // The store exists only for this run, so no data can be lost. The next process that opens the store sets these
    // settings again.
    for (const setting of ["journal_mode = off", "synchronous = off", "cache_size = -200000"]) {
      await sql.raw(`pragma ${setting}`).execute(db);
    }
  }
  await migrate(database, migrations);
  for (let index = 0; index < people; index++) {
    const person = { staffID: `staff-${index}`, email: `${index}@bench.test`, name: "A person", role: "editor" };
    await db
      .insertInto("staff")
      .values({ ...person, environments: "[]", passwordHash: null, createdAt: 0, disabledAt: null })
      .execute();
  }
  const n = numbers[dialect](size);
  const bodies = [
    JSON.stringify({ plan: "essential", term: "12-months" }),
    JSON.stringify({ companyName: "A company of usual length", plan: "essential", term: "12-months" }),
  ] as const;
  await fillWithoutIndexes(db, dialect, "operations", () =>
    sql`
      insert into "operations" ("operationID", "environment", "kind", "bodyHash", "staffID", "email", "request", "state",
        "customerID", "bulkID", "createdAt", "sentAt", "settledAt", "attempts", "tookMs", "jobID", "jobState",
        "jobFinishedAt", "verifiesEffect", "createsCustomer", "companyName", "companyKey")
      select 'operation-' || (i * 7919 % ${sql.lit(size)}), case when i % 10 < 8 then 'production' else 'sandbox' end,
        case when i % 3 = 0 then 'create-customer' else 'change-contract' end, 'hash-' || i,
        'staff-' || (i * 31 % ${sql.lit(people)}), 'someone@bench.test',
        case when i % 3 = 0 then ${sql.lit(bodies[1])} else ${sql.lit(bodies[0])} end,
        case when i % 100 = 1 then 'rejected' when i % 1000 = 2 then 'unknown' else 'accepted' end,
        'customer-' || (i % 50000), case when i % 5 = 0 then 'bulk-' || (i / 1000) end,
        ${sql.lit(nowMs - 3 * yearMs)} + i * ${sql.lit(Math.floor((3 * yearMs) / size))},
        1, 2, 0, case when i % 100 > 2 then 1000 + i % 5000 end, 'job-' || i,
        case when i < ${sql.lit(size - 100)} then 'succeeded' end, case when i < ${sql.lit(size - 100)} then 3 end,
        case when i % 3 = 0 then 0 else 1 end, case when i % 3 = 0 then 1 else 0 end,
        'Company of customer-' || (i % 50000), 'company of customer-' || (i % 50000)
      from ${n}`.execute(db),
  );
  await fillBesides(db, dialect, nowMs);
  if (dialect === "postgres") await sql`vacuum (analyze)`.execute(db);
  await close();
}

const [notes, tagged, bulks, planned] = [100_000, 5_000, 1_000, 5_000];

/**
 * Adds the other data that a customer's page and the tray read: notes, tags, pins, bulk changes and planned changes.
 */
async function fillBesides(db: Kysely<ConsoleSchema>, dialect: Dialect, nowMs: number): Promise<void> {
  const at = (count: number) => sql`${sql.lit(nowMs - 3 * yearMs)} + i * ${sql.lit(Math.floor((3 * yearMs) / count))}`;
  const staff = sql`'staff-' || (i * 31 % ${sql.lit(people)})`;
  await sql`
    insert into "customerNotes" ("noteID", "environment", "customerID", "customerKey", "text", "staffID", "email", "createdAt")
    select 'note-' || i, 'production', 'customer-' || (i % 5000), 'customer-' || (i % 5000),
      'A note of usual length about what was said on the phone', ${staff}, 'someone@bench.test', ${at(notes)}
    from ${numbers[dialect](notes)}`.execute(db);
  await sql`
    insert into "customerTags" ("environment", "customerKey", "tag")
    select 'production', 'customer-' || i, 'tag ' || (i % 20) from ${numbers[dialect](tagged)}`.execute(db);
  await sql`
    insert into "customerPins" ("staffID", "environment", "customerKey")
    select ${staff}, 'production', 'customer-' || i from ${numbers[dialect](tagged)}`.execute(db);
  await sql`
    insert into "bulks" ("bulkID", "environment", "staffID", "email", "change", "source", "state", "failuresInRow", "total",
      "createdAt", "checkedAt", "startedAt", "finishedAt")
    select 'bulk-' || i, 'production', ${staff}, 'someone@bench.test', '{"plan":"essential"}', '{"kind":"matching","filters":{"datefrom":"2020-01-01","includeDeleted":false},"total":200}', 'finished',
      0, 200, ${at(bulks)}, 1, 1, 1
    from ${numbers[dialect](bulks)}`.execute(db);
  await sql`
    insert into "plannedChanges" ("plannedChangeID", "environment", "customerID", "customerKey", "companyName", "content",
      "state", "staffID", "email", "responsibleStaffID", "responsibleEmail", "digest", "version", "sortAt", "createdAt",
      "updatedAt", "finishedAt")
    select 'planned-' || i, 'production', 'customer-' || (i % 2500), 'customer-' || (i % 2500), 'A company', '{}', 'done',
      ${staff}, 'someone@bench.test', ${staff}, 'someone@bench.test', 'digest', 1, ${at(planned)}, ${at(planned)}, 1, 1
    from ${numbers[dialect](planned)}`.execute(db);
}
