import { sql } from "kysely";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { DatabaseOpenError } from "#server/database/open-error.ts";

const run = async (db: AnyKysely, statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/**
 * The length of a day in milliseconds. server/provisioning/store/customers/count-customers.ts counts customers in
 * periods of one day and of 64 days.
 */
const longPeriodMs = 64 * dayMs;

const commonColumns = (text: string) => `
  environment ${text} NOT NULL,
  customer_id ${text} NOT NULL,
  company_name ${text} NOT NULL,
  name_key ${text} NOT NULL,
  users_count bigint NOT NULL,
  created bigint NOT NULL CHECK (created >= 0),
  deleted_at bigint,
  plan ${text} NOT NULL,
  term ${text} NOT NULL,
  admin_email ${text},
  search ${text} NOT NULL,
  seeded smallint NOT NULL`;

/**
 * The table has an explicit row number, because the search index refers to rows by their number, and SQLite's implicit
 * row numbers may change.
 */
const sqliteCustomers = [
  `CREATE TABLE customers (row_id integer PRIMARY KEY, ${commonColumns("text")})`,
  "CREATE UNIQUE INDEX customers_by_id ON customers (environment, customer_id)",
];

const postgresCustomers = [
  `CREATE TABLE customers (${commonColumns('text COLLATE "C"')}, PRIMARY KEY (environment, customer_id))`,
];

/**
 * One index for each sort key. Each index serves ascending and descending order, because the tie-breaker is sorted in
 * the same direction as the key. The filter columns come last, so that the database can skip rows without reading them.
 */
const listIndexes = [
  "CREATE INDEX customers_by_created ON customers (environment, created, customer_id, deleted_at)",
  "CREATE INDEX customers_by_name ON customers (environment, name_key, customer_id, created, deleted_at)",
  "CREATE INDEX customers_by_users ON customers (environment, users_count, customer_id, created, deleted_at)",
];

const countTable = (text: string, options: string) => `
  CREATE TABLE customer_counts (
    environment ${text} NOT NULL,
    days bigint NOT NULL,
    period bigint NOT NULL,
    live bigint NOT NULL,
    deleted bigint NOT NULL,
    PRIMARY KEY (environment, days, period)
  ) ${options}`;

/**
 * Returns the part of an SQLite trigger that adds (`+`) the row `NEW` to the counters or removes (`-`) the row `OLD`
 * from them.
 */
const countRow = (row: "NEW" | "OLD", sign: "+" | "-") => {
  const counts = `${sign}(${row}.deleted_at IS NULL), ${sign}(${row}.deleted_at IS NOT NULL)`;
  return `
    INSERT INTO customer_counts (environment, days, period, live, deleted)
    VALUES (${row}.environment, 1, ${row}.created / ${dayMs}, ${counts}),
      (${row}.environment, 64, ${row}.created / ${longPeriodMs}, ${counts})
    ON CONFLICT (environment, days, period) DO UPDATE SET live = live + excluded.live, deleted = deleted + excluded.deleted;`;
};

const indexRow = "INSERT INTO customer_search (rowid, search) VALUES (NEW.row_id, NEW.search);";
const unindexRow =
  "INSERT INTO customer_search (customer_search, rowid, search) VALUES ('delete', OLD.row_id, OLD.search);";

const sqliteCounters = [
  countTable("text", "WITHOUT ROWID"),
  `CREATE TRIGGER customers_counted_insert AFTER INSERT ON customers BEGIN ${countRow("NEW", "+")} END`,
  `CREATE TRIGGER customers_counted_delete AFTER DELETE ON customers BEGIN ${countRow("OLD", "-")} END`,
  `CREATE TRIGGER customers_counted_update AFTER UPDATE OF environment, created, deleted_at ON customers
   BEGIN ${countRow("OLD", "-")} ${countRow("NEW", "+")} END`,
];

/**
 * The index stores trigrams without positions and lengths, which needs a third of the space. A query must compare every
 * match with the term anyway. The indexed text is already folded.
 */
const sqliteSearch = [
  `CREATE VIRTUAL TABLE customer_search USING fts5(
    search, content = 'customers', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
  )`,
  `CREATE TRIGGER customers_searched_insert AFTER INSERT ON customers BEGIN ${indexRow} END`,
  `CREATE TRIGGER customers_searched_delete AFTER DELETE ON customers BEGIN ${unindexRow} END`,
  `CREATE TRIGGER customers_searched_update AFTER UPDATE OF search ON customers BEGIN ${unindexRow} ${indexRow} END`,
];

/**
 * Returns a PostgreSQL trigger that counts all rows of a statement together. It changes the counters in the order of
 * their keys, so that two statements cannot deadlock.
 */
const countRows = (event: string, tables: string, changed: string) => [
  `CREATE FUNCTION customers_counted_${event}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO customer_counts (environment, days, period, live, deleted)
    SELECT environment, days, created / (days * ${dayMs}), sum(live), sum(one - live)
    FROM (SELECT *, CASE WHEN deleted_at IS NULL THEN one ELSE 0 END AS live FROM (${changed}) AS changed) AS counted
    CROSS JOIN (VALUES (1::bigint), (64)) AS periods (days)
    GROUP BY 1, 2, 3
    HAVING sum(live) <> 0 OR sum(one - live) <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (environment, days, period) DO UPDATE
      SET live = customer_counts.live + excluded.live, deleted = customer_counts.deleted + excluded.deleted;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER customers_counted_${event} AFTER ${event} ON customers REFERENCING ${tables}
   FOR EACH STATEMENT EXECUTE FUNCTION customers_counted_${event}()`,
];

const added = "SELECT environment, created, deleted_at, 1 AS one FROM added";
const gone = "SELECT environment, created, deleted_at, -1 AS one FROM gone";

const postgresCounters = [
  countTable('text COLLATE "C"', ""),
  ...countRows("insert", "NEW TABLE AS added", added),
  ...countRows("delete", "OLD TABLE AS gone", gone),
  ...countRows("update", "OLD TABLE AS gone NEW TABLE AS added", `${gone} UNION ALL ${added}`),
];

async function needTrigrams(db: AnyKysely): Promise<void> {
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  } catch (error) {
    throw new DatabaseOpenError(
      "database_unwritable",
      "The Postgres database needs the extension pg_trgm, which this user may not create or the server does not have: let an administrator run CREATE EXTENSION pg_trgm in it, then start again.",
      error,
    );
  }
}

/**
 * Creates the tables for a million customers: exact totals from counters for each period of creation, a trigram search
 * index, and indexes that contain the filter columns. Triggers update the counters and the search index in the
 * transaction of every change.
 */
export async function createCustomerTables(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  if (dialect === "sqlite") {
    await run(db, [...sqliteCustomers, ...listIndexes, ...sqliteCounters, ...sqliteSearch]);
    return;
  }
  await needTrigrams(db);
  await run(db, [...postgresCustomers, ...listIndexes, ...postgresCounters]);
  await sql`CREATE INDEX customers_by_search ON customers USING gin (search gin_trgm_ops)`.execute(db);
}
