import type { Kysely } from "kysely";
import type { DatabaseDialect } from "./open-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: a step sees the schema of its own time, which no type describes
type AnyKysely = Kysely<any>;

interface Step {
  /** Begins with its number, `0001_…`. */
  name: string;
}

/** Changes the schema in one transaction. */
export interface SchemaMigration extends Step {
  up(db: AnyKysely, dialect: DatabaseDialect): Promise<void>;
  /**
   * Set if the migration removes something that older versions use. From then on, a version must know the named
   * migration in order to use the store. Absent: every version that checks the floor can continue
   * (docs/decisions/0030-migrations.md).
   */
  floor?: string;
}

/** Builds an index. On PostgreSQL, running programs can write the table in the meantime. */
export interface IndexMigration extends Step {
  index: {
    name: string;
    table: string;
    columns: readonly string[];
    /** Excludes rows that have no value in this column. */
    present?: string;
    /**
     * The index is for finding texts by their beginning. On SQLite other indexes of the table serve that purpose, so
     * this index is not created.
     */
    isByStart?: true;
  };
}

/** One batch of a backfill. */
export interface BackfillBatch {
  /** The number of changed rows. */
  rows: number;
  /** The key of the last row. The next batch continues after this row. Null if no rows remain. */
  last: string | null;
}

/**
 * Fills existing rows in small transactions. A backfill that was stopped continues where it stopped, even in another
 * process.
 */
export interface BackfillMigration extends Step {
  /** Changes the rows after the key `after`, few enough to take well under a second. */
  backfill(db: AnyKysely, dialect: DatabaseDialect, after: string | null): Promise<BackfillBatch>;
}

/** One migration of a store. Migrations run in the order of the list. A migration that has run is never edited. */
export type Migration = SchemaMigration | IndexMigration | BackfillMigration;

/** Time limits of a migration on PostgreSQL, in milliseconds. */
export interface MigrationLimits {
  /** How long a migration waits for a lock. During this time, later transactions wait too. */
  lockMs: number;
  /** The maximum number of waits for a lock. */
  attempts: number;
  /** The pause between two attempts, in milliseconds. Other work runs during the pause. */
  pauseMs: number;
  /** How long one statement may hold its locks. */
  statementMs: number;
  /**
   * How long the building of an index waits for open transactions, in milliseconds. No other work is blocked during
   * this time.
   */
  indexLockMs: number;
  /** How long a process waits for another process that is migrating, in milliseconds. */
  turnMs: number;
}

export const migrationLimits: MigrationLimits = {
  lockMs: 1_000,
  attempts: 20,
  pauseMs: 1_000,
  statementMs: 5_000,
  indexLockMs: 60_000,
  turnMs: 15 * 60_000,
};
