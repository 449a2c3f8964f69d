import type { Kysely } from "kysely";
import type { DatabaseDialect } from "./open-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: a step sees the schema of its own time, which no type describes
type AnyKysely = Kysely<any>;

interface Step {
  /** The name of the migration. It begins with the migration's number: `0001_…`. */
  name: string;
}

/** Changes the schema in one transaction. */
export interface SchemaMigration extends Step {
  up(db: AnyKysely, dialect: DatabaseDialect): Promise<void>;
  /**
   * Set if the migration removes something that earlier versions use. Only versions that know the named migration may
   * then use the store. Missing: earlier versions that check the floor can still use the store
   * (docs/decisions/0030-migrations.md).
   */
  floor?: string;
}

/** Builds an index. On PostgreSQL, running programs can write to the table in the meantime. */
export interface IndexMigration extends Step {
  index: {
    name: string;
    table: string;
    columns: readonly string[];
    /** The index contains only rows that have a value in this column. */
    present?: string;
    /**
     * True if the index is for finding texts by their beginning. On SQLite, other indexes of the table can do this, so
     * this index is not created there.
     */
    isByStart?: true;
  };
}

/** One batch of a backfill. */
export interface BackfillBatch {
  /** The number of changed rows. */
  rows: number;
  /** The key of the last row of the batch. The next batch continues after it. Null if no rows remain. */
  last: string | null;
}

/**
 * Fills existing rows in small transactions. If a backfill is interrupted, it continues at the same place later, even
 * in another process.
 */
export interface BackfillMigration extends Step {
  /** Changes some rows after the key `after`. A batch must be so small that it takes much less than a second. */
  backfill(db: AnyKysely, dialect: DatabaseDialect, after: string | null): Promise<BackfillBatch>;
}

/**
 * One migration of a store. Migrations run in the order of the list. A migration that was already run anywhere is never
 * edited.
 */
export type Migration = SchemaMigration | IndexMigration | BackfillMigration;

/** Time limits of a migration on PostgreSQL, in milliseconds. */
export interface MigrationLimits {
  /** How long a migration waits for a lock, in milliseconds. Later transactions have to wait during this time too. */
  lockMs: number;
  /** How many times a migration tries to get a lock. */
  attempts: number;
  /** The pause between two attempts, in milliseconds. Other transactions can run during the pause. */
  pauseMs: number;
  /** How long one statement may hold its locks, in milliseconds. */
  statementMs: number;
  /** How long the building of an index waits for open transactions, in milliseconds. This blocks no other work. */
  indexLockMs: number;
  /** How long a process waits while another process migrates the store, in milliseconds. */
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
