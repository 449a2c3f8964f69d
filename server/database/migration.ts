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
   * Of a step that removes what older versions use: the step that a version must know to use the store from then on.
   * Without it every version that checks this (docs/decisions/0030-migrations.md) can go on.
   */
  floor?: string;
}

/** Builds an index; on Postgres beside running programs, which can write the table meanwhile. */
export interface IndexMigration extends Step {
  index: {
    name: string;
    table: string;
    columns: readonly string[];
    /** Rows without a value in this column are left out. */
    present?: string;
    /** Its texts are looked for by their beginning: on SQLite the table's other indexes do that, and none is made. */
    isByStart?: true;
  };
}

/** One batch of a backfill. */
export interface BackfillBatch {
  /** How many rows it has changed. */
  rows: number;
  /** The key of the last row, from which the next batch continues; null when there is none left. */
  last: string | null;
}

/** Fills rows that are there already, in small transactions; continues where it stopped, also in another process. */
export interface BackfillMigration extends Step {
  /** Changes the rows after the key `after`, at most as many as take well under a second. */
  backfill(db: AnyKysely, dialect: DatabaseDialect, after: string | null): Promise<BackfillBatch>;
}

/** One step of a store's history. Steps run in the order of the list; a step that has run is never edited. */
export type Migration = SchemaMigration | IndexMigration | BackfillMigration;

/** How long a step may wait and work on Postgres, in milliseconds. */
export interface MigrationLimits {
  /** How long a step waits for a lock: whatever comes after it waits behind it meanwhile. */
  lockMs: number;
  /** After so many waits it gives up. */
  attempts: number;
  /** Between two attempts everybody else goes first. */
  pauseMs: number;
  /** How long one statement may hold what it has locked. */
  statementMs: number;
  /** How long building an index waits for transactions that are open; it holds up nobody. */
  indexLockMs: number;
  /** How long a process waits for another one that is migrating. */
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
