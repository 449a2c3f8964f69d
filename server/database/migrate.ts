import { setTimeout as sleep } from "node:timers/promises";
import type { AnyDatabase } from "./catalog.ts";
import { type Migration, type MigrationLimits, migrationLimits } from "./migration.ts";
import {
  createRecords,
  type MigrationKysely,
  type MigrationPlan,
  planMigration,
  readRecords,
  releaseMigrationLock,
  tryMigrationLock,
} from "./migration-records.ts";
import { runAll, runStep, type StepContext } from "./migration-steps.ts";
import type { Database } from "./open-database.ts";
import { DatabaseOpenError, damagedDatabase } from "./open-error.ts";

export type { Migration } from "./migration.ts";

/**
 * Whether a starting program migrates its database (`auto`), or refuses to start if migrations are pending (`never`).
 */
export const migrateModes = ["auto", "never"] as const;
export type MigrateMode = (typeof migrateModes)[number];

export interface MigrateOptions {
  mode?: MigrateMode | undefined;
  /** Called with the progress, one line at a time. */
  report?: ((progress: string) => void) | undefined;
  limits?: Partial<MigrationLimits> | undefined;
}

export interface Migrated {
  /** The migrations that this call has applied, in order. */
  applied: readonly string[];
  /** Applied migrations that only newer versions of the program know. */
  newer: readonly string[];
}

/** How often a process checks whether another process has finished its migration, in milliseconds. */
const turnPollMs = 250;

/**
 * Applies the pending migrations of a database, one after another. Several processes may call this at the same time. On
 * an empty database, all migrations run in one transaction.
 * @throws DatabaseOpenError `database_older` if the database was not made by these migrations, `database_newer` if a newer version has removed something that this version needs,
 * `database_pending` with mode `never`, `database_busy` if other transactions hold a lock for too long or another
 * process migrates for too long.
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  steps: readonly Migration[],
  options: MigrateOptions = {},
): Promise<Migrated> {
  try {
    const { pending, newer } = await planOf(database, steps);
    const [first] = pending;
    if (!first) return { applied: [], newer };
    if (options.mode === "never") throw pendingError(pending, first);
    return await database.atLength((db) =>
      db.connection().execute((connection) => {
        const own = connection as unknown as MigrationKysely;
        return inTurn(own, database, options, () => applyPending(own, database, steps, options));
      }),
    );
  } catch (error) {
    throw damagedDatabase(error) ?? error;
  }
}

/** Returns the pending migrations, and the applied migrations of newer versions. Changes nothing. */
export async function planOf(database: AnyDatabase, steps: readonly Migration[]): Promise<MigrationPlan> {
  return planMigration(await readRecords(database), steps);
}

function pendingError(pending: readonly Migration[], first: Migration): DatabaseOpenError {
  const count = pending.length === 1 ? "one step" : `${pending.length} steps`;
  return new DatabaseOpenError(
    "database_pending",
    `The database lacks ${count} of this version (from ${first.name} on), and MIGRATE=never keeps them from being applied at start: run bin/switchboard migrate, then start again.`,
  );
}

/** Runs `work` while no other process migrates. On SQLite, the file lock already ensures this. */
async function inTurn<Result>(
  db: MigrationKysely,
  { dialect }: Pick<Database<unknown>, "dialect">,
  { report, limits }: MigrateOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (dialect === "sqlite") return work();
  const untilMs = performance.now() + { ...migrationLimits, ...limits }.turnMs;
  // Polls for the lock. A transaction that waited for the lock would block the building of an index.
  for (let polls = 0; !(await tryMigrationLock(db)); polls += 1) {
    if (polls === 0) report?.("Another process is migrating this database: waiting for it.");
    if (performance.now() >= untilMs) {
      throw new DatabaseOpenError(
        "database_busy",
        "Another process has been migrating this database for a long time: see what it does, then try again.",
      );
    }
    await sleep(turnPollMs);
  }
  try {
    return await work();
  } finally {
    // The error is ignored: if the connection was lost, its lock is already released.
    await releaseMigrationLock(db).catch(() => {});
  }
}

async function applyPending(
  db: MigrationKysely,
  { dialect }: Pick<Database<unknown>, "dialect">,
  steps: readonly Migration[],
  { report = () => {}, limits }: MigrateOptions,
): Promise<Migrated> {
  await createRecords(db);
  // Reads the records again, because another process may have applied migrations before this one got the lock.
  const records = await readRecords({ db, dialect });
  const { pending, newer } = planMigration(records, steps);
  const context: StepContext = { db, dialect, limits: { ...migrationLimits, ...limits }, report };
  if (records.applied.length === 0) await runAll(context, pending);
  else {
    for (const step of pending) {
      report(`${step.name} …`);
      await runStep(context, step);
    }
  }
  return { applied: pending.map(({ name }) => name), newer };
}
