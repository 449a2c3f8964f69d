import { type Kysely, sql } from "kysely";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { countedPeriodDays } from "./count-customers.ts";

type Db = Kysely<ProvisioningSchema>;

/**
 * `sqliteCacheKb`: the size of SQLite's page cache while customers are loaded. `sqlitePieceBytes`: the size of the
 * search index's segments during the load. `…Usual…`: the normal sizes.
 */
const sqliteCacheKb = 65_536;
const sqliteUsualCacheKb = 2_000;
const sqlitePieceBytes = 268_435_456;
const sqliteUsualPieceBytes = 1_048_576;

const runAll = async (db: Db, statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const countAll = (db: Db) =>
  runAll(db, [
    "DELETE FROM customer_counts",
    ...countedPeriodDays.map(
      (days) => `
        INSERT INTO customer_counts (environment, days, period, live, deleted)
        SELECT environment, ${days}, created / ${days * dayMs}, count(*) - count(deleted_at), count(deleted_at)
        FROM customers GROUP BY environment, created / ${days * dayMs}`,
    ),
  ]);

async function setAsideSqlite(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    SELECT type, name, sql FROM sqlite_master
    WHERE tbl_name = 'customers' AND type IN ('index', 'trigger') AND sql IS NOT NULL`.execute(db);
  await runAll(
    db,
    rows.map(({ type, name }) => `DROP ${type} "${name}"`),
  );
  const made = (wanted: string) => rows.filter(({ type }) => type === wanted).map((row) => row.sql);
  const piece = (bytes: number) => `INSERT INTO customer_search (customer_search, rank) VALUES ('hashsize', ${bytes})`;
  return async () => {
    await runAll(db, made("index"));
    await runAll(db, [
      piece(sqlitePieceBytes),
      "INSERT INTO customer_search (customer_search) VALUES ('rebuild')",
      piece(sqliteUsualPieceBytes),
    ]);
    await countAll(db);
    await runAll(db, made("trigger"));
  };
}

async function setAsidePostgres(db: Db): Promise<() => Promise<void>> {
  await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(db);
  const { rows: keys } = await sql<{ name: string; definition: string }>`
    SELECT quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = 'customers'::regclass AND contype = 'p'`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = 'customers'::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`.execute(db);
  await runAll(db, [
    // The keys and indexes are dropped before the load. IDs have a random order, so adding an ID to an index costs as
    // much as adding the row.
    ...keys.map(({ name }) => `ALTER TABLE customers DROP CONSTRAINT ${name}`),
    ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    "ALTER TABLE customers DISABLE TRIGGER USER",
  ]);
  return async () => {
    await runAll(db, [
      ...keys.map(({ name, definition }) => `ALTER TABLE customers ADD CONSTRAINT ${name} ${definition}`),
      ...indexes.map(({ definition }) => definition),
    ]);
    await countAll(db);
    await sql`ALTER TABLE customers ENABLE TRIGGER USER`.execute(db);
  };
}

/**
 * Runs `work` with a rollback journal. Normally SQLite writes every page of a transaction twice, to its log and to the
 * file. With a rollback journal, it writes a new page only once. After a crash, SQLite restores the file from the
 * journal at the next start. If another program is reading the file, the journal mode stays unchanged.
 */
async function withRollbackJournal<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const setMode = (mode: string) => runAll(db, [`PRAGMA journal_mode = ${mode}`]).catch(() => {});
  await setMode("DELETE");
  await runAll(db, [`PRAGMA cache_size = -${sqliteCacheKb}`]);
  try {
    return await work();
  } finally {
    await runAll(db, [`PRAGMA cache_size = -${sqliteUsualCacheKb}`]);
    await setMode("WAL");
  }
}

/**
 * Fills the table of customers in one transaction. While `work` adds the rows, the table has no indexes and its
 * triggers do not run. After that, the indexes, the counters and the search index are built once. If the table has any
 * customer, nothing changes and `work` is not called.
 */
export async function loadCustomers(
  db: Db,
  dialect: DatabaseDialect,
  work: (transaction: Db) => Promise<void>,
): Promise<void> {
  const load = () =>
    db.transaction().execute(async (transaction) => {
      // If a second service starts at the same time, it waits for this lock. It then finds that the table is already
      // filled.
      if (dialect === "postgres") await runAll(transaction, ["LOCK TABLE customers IN ACCESS EXCLUSIVE MODE"]);
      const held = await transaction.selectFrom("customers").select("customer_id").limit(1).executeTakeFirst();
      if (held) return false;
      const makeAnew = await (dialect === "sqlite" ? setAsideSqlite : setAsidePostgres)(transaction);
      await work(transaction);
      await makeAnew();
      return true;
    });
  if (dialect === "sqlite") {
    await withRollbackJournal(db, load);
    return;
  }
  // Good query plans and index-only scans need a VACUUM. Autovacuum would run it only minutes later.
  if (await load()) await runAll(db, ["VACUUM (ANALYZE) customers", "ANALYZE customer_counts"]);
}
