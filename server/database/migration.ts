import type { Kysely } from "kysely";
import type { DatabaseDialect } from "./open-database.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the schema at its time, for which no type exists
export type AnyKysely = Kysely<any>;

interface Step {
  /** The name starts with a number: `0001_…`. */
  name: string;
}

/** Changes the schema in one transaction. */
export interface SchemaMigration extends Step {
  up(db: AnyKysely, dialect: DatabaseDialect): Promise<void>;
  /**
   * Set if the migration removes something that older versions use. A version must then know the migration with this
   * name in order to use the database. Absent: older versions can still use the database
   * (docs/decisions/0030-migrations.md).
   */
  floor?: string;
}

/** Builds an index. On PostgreSQL, running programs can write to the table during the build. */
export interface IndexMigration extends Step {
  index: {
    name: string;
    table: string;
    columns: readonly string[];
    /** The index contains only rows that have a value in this column. */
    present?: string;
    /**
     * True if the index finds texts by their start. Such an index is only created on PostgreSQL. On SQLite, other
     * indexes of the table serve this purpose.
     */
    isByStart?: true;
  };
}

/** One batch of a backfill. */
export interface BackfillBatch {
  /** The number of rows that the batch has changed. */
  rows: number;
  /** The key of the batch's last row. The next batch continues after this row. Null if no rows are left. */
  last: string | null;
}

/**
 * Fills existing rows in small transactions. After an interruption, a backfill continues at the same place, even in a
 * different process.
 */
export interface BackfillMigration extends Step {
  /** Changes a batch of rows after the key `after`. A batch must take well under a second. */
  backfill(db: AnyKysely, dialect: DatabaseDialect, after: string | null): Promise<BackfillBatch>;
}

/**
 * One migration of a database. Migrations run in the order of their list. A migration is never edited after it was
 * applied anywhere.
 */
export type Migration = SchemaMigration | IndexMigration | BackfillMigration;

/** Time limits of a migration on PostgreSQL, in milliseconds. */
export interface MigrationLimits {
  /** The maximum time that a migration waits for a lock. Later transactions must wait behind the migration. */
  lockMs: number;
  /** The maximum number of attempts to get a lock. */
  attempts: number;
  /** The pause between two attempts. Other transactions can run during the pause. */
  pauseMs: number;
  /** The time limit of one statement. */
  statementMs: number;
  /** The maximum time that the building of an index waits for open transactions. The wait blocks no other work. */
  indexLockMs: number;
  /** The maximum time that a process waits for another process that is migrating. */
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
