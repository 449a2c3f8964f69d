import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { BackfillMigration, IndexMigration, Migration, MigrationLimits, SchemaMigration } from "./migration.ts";
import { type MigrationKysely, type MigrationTables, recordStep } from "./migration-records.ts";
import type { DatabaseDialect } from "./open-database.ts";
import { DatabaseOpenError } from "./open-error.ts";

/** The connection for migrations, and the settings for running them. */
export interface StepContext {
  db: MigrationKysely;
  dialect: DatabaseDialect;
  limits: MigrationLimits;
  /** Called with the progress of a migration. */
  report: (progress: string) => void;
}

/** PostgreSQL's codes for a lock timeout, a deadlock and a statement timeout. */
const [lockNotAvailable, deadlock, canceled] = ["55P03", "40P01", "57014"];

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : undefined);

/** Runs one pending migration and records it. */
export async function runStep(context: StepContext, step: Migration): Promise<void> {
  if ("up" in step) await runSchemaStep(context, step);
  else if ("index" in step) await runIndexStep(context, step);
  else await runBackfill(context, step);
}

/**
 * Runs all migrations of an empty database in one transaction. This blocks nobody, because nobody uses an empty
 * database yet.
 */
export async function runAll({ db, dialect }: StepContext, steps: readonly Migration[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const step of steps) {
      if ("up" in step) await step.up(transaction, dialect);
      else if ("index" in step) await createIndex({ db: transaction, dialect }, step, "");
      else {
        let after: string | null = null;
        do after = (await step.backfill(transaction, dialect, after)).last;
        while (after !== null);
      }
      await recordStep(transaction, step);
    }
  });
}

function runSchemaStep(context: StepContext, step: SchemaMigration) {
  return attempt(context, step.name, async (transaction) => {
    await step.up(transaction, context.dialect);
    await recordStep(transaction, step);
  });
}

/**
 * Runs `work` in a transaction. The transaction waits only briefly for a lock, because later transactions must wait
 * behind it. If the lock is not free in time, the transaction is tried again after a pause, up to the maximum number of
 * attempts.
 */
async function attempt<Result>(
  { db, dialect, limits }: StepContext,
  name: string,
  work: (transaction: Transaction<MigrationTables>) => Promise<Result>,
): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (dialect === "postgres") {
          await sql`set local lock_timeout = ${sql.lit(limits.lockMs)}`.execute(transaction);
          await sql`set local statement_timeout = ${sql.lit(limits.statementMs)}`.execute(transaction);
        }
        return work(transaction);
      });
    } catch (error) {
      const code = codeOf(error);
      if (code === canceled) throw tooSlow(name, limits, error);
      if (code !== lockNotAvailable && code !== deadlock) throw error;
      if (attempts >= limits.attempts) throw await noLock(db, name, attempts, error);
      await sleep(limits.pauseMs);
    }
  }
}

function tooSlow(name: string, { statementMs }: MigrationLimits, cause: unknown): DatabaseOpenError {
  return new DatabaseOpenError(
    "database_busy",
    `The migration ${name} was undone: one of its statements took longer than ${statementMs / 1_000} s and would have held up running consoles. Try again when the database is less busy, or stop the consoles first.`,
    cause,
  );
}

async function noLock(db: MigrationKysely, name: string, attempts: number, cause: unknown): Promise<DatabaseOpenError> {
  const { rows } = await sql<{ pid: number; since: Date }>`
    select pid, xact_start as "since" from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(db);
  const [oldest] = rows;
  const holder = oldest
    ? ` The oldest open transaction belongs to the server process ${oldest.pid}, since ${oldest.since.toISOString()}.`
    : "";
  return new DatabaseOpenError(
    "database_busy",
    `The migration ${name} gave up after waiting ${attempts} times for a lock that another transaction holds; nothing of it was changed.${holder} End that transaction, then run bin/switchboard migrate again.`,
    cause,
  );
}

async function createIndex(
  { db, dialect }: Pick<StepContext, "db" | "dialect">,
  { index }: IndexMigration,
  mode: "" | "concurrently",
): Promise<void> {
  if (index.isByStart && dialect === "sqlite") return;
  const operator = index.isByStart ? sql` text_pattern_ops` : sql``;
  const columns = sql.join(index.columns.map((column) => sql`${sql.ref(column)}${operator}`));
  const where = index.present === undefined ? sql`` : sql`where ${sql.ref(index.present)} is not null`;
  await sql`create index ${sql.raw(mode)} ${sql.ref(index.name)} on ${sql.ref(index.table)} (${columns}) ${where}`.execute(
    db,
  );
}

async function runIndexStep(context: StepContext, step: IndexMigration): Promise<void> {
  const { db, dialect, limits } = context;
  const { name } = step.index;
  if (dialect === "sqlite") {
    await db.transaction().execute(async (transaction) => {
      await createIndex({ db: transaction, dialect }, step, "");
      await recordStep(transaction, step);
    });
    return;
  }
  await sql`set lock_timeout = ${sql.lit(limits.indexLockMs)}`.execute(db);
  try {
    // An aborted build leaves an invalid index, which the database updates but does not use. A new index cannot have
    // the same name, so the invalid index is dropped first.
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await createIndex(context, step, "concurrently");
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable && codeOf(error) !== deadlock) throw error;
    throw await noLock(db, step.name, 1, error);
  } finally {
    await sql`set lock_timeout = 0`.execute(db);
  }
  await recordStep(db, step);
}

async function runBackfill(context: StepContext, step: BackfillMigration): Promise<void> {
  for (;;) {
    const startedMs = performance.now();
    const { total, isOver } = await attempt(context, step.name, (transaction) =>
      runBatch(transaction, context.dialect, step),
    );
    context.report(`${step.name}: ${total === 1 ? "1 row" : `${total} rows`}${isOver ? "" : " so far"}`);
    if (isOver) return;
    // The pause is as long as the last batch took. At least half of the time is then left for other work.
    await sleep(performance.now() - startedMs);
  }
}

async function runBatch(db: Transaction<MigrationTables>, dialect: DatabaseDialect, step: BackfillMigration) {
  const { name } = step;
  const before = await db
    .selectFrom("backfills")
    .select(["lastKey", "total"])
    .where("name", "=", name)
    .executeTakeFirst();
  const { rows, last } = await step.backfill(db, dialect, before?.lastKey ?? null);
  const total = (before?.total ?? 0) + rows;
  if (last === null) {
    await db.deleteFrom("backfills").where("name", "=", name).execute();
    await recordStep(db, step);
  } else {
    const progress = { lastKey: last, total, updatedAt: Date.now() };
    await db
      .insertInto("backfills")
      .values({ name, ...progress })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(progress))
      .execute();
  }
  return { total, isOver: last === null };
}
