import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The tables with leases, and their ID columns: bulk changes, imports, and runs of scheduled exports. */
export const idColumns = { bulks: "bulkID", imports: "importID", exportRuns: "runID" } as const;

export type LeasedTable = keyof typeof idColumns;

/**
 * The right of one process to work on a run: a bulk change, an import, or a run of a scheduled export. Every claim has
 * a new ID. A process that claims the same run twice has two different leases.
 */
export interface Lease {
  table: LeasedTable;
  /** The ID of the bulk change, the import or the run of a scheduled export. */
  runID: string;
  leaseID: string;
}

/** Thrown if a process must stop working on a run: its lease has expired, or the run was paused or cancelled. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

type On = Kysely<ConsoleSchema> | Transaction<ConsoleSchema>;

/** An SQL condition: the row belongs to the lease, and the lease is valid by the store's clock. */
const inForce = (dialect: DatabaseDialect, { table, runID, leaseID }: Lease): RawBuilder<unknown> =>
  sql`${sql.ref(idColumns[table])} = ${runID} and "leaseID" = ${leaseID} and "leaseUntil" > ${storeNow(dialect)}`;

/**
 * True if the lease is valid by the store's clock and the run is in one of `states` (default: any state). If true, no
 * other process can take the run or change its state until the transaction ends. On PostgreSQL, an UPDATE that changes
 * no value locks the row. SQLite has only one writer, so it needs no lock.
 */
export async function lockLease(
  on: On,
  dialect: DatabaseDialect,
  lease: Lease,
  states?: readonly string[],
): Promise<boolean> {
  const ofStates = states ? sql`and "state" in (${sql.join(states)})` : sql``;
  const { rows } = await sql`update ${sql.table(lease.table)} set "leaseID" = ${lease.leaseID}
    where ${inForce(dialect, lease)} ${ofStates} returning "leaseID"`.execute(on);
  return rows.length === 1;
}

/**
 * Calls `work` in a transaction if the lease is valid and the run is in one of `states`. No other process can take the
 * run or change its state until the transaction ends. False if `work` was not called or has returned false.
 */
export function underLease(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  lease: Lease,
  states: readonly string[] | undefined,
  work: (on: Transaction<ConsoleSchema>) => Promise<boolean>,
): Promise<boolean> {
  return db
    .transaction()
    .execute(
      async (transaction) => (await lockLease(transaction, dialect, lease, states)) && (await work(transaction)),
    );
}

/** Which runs a process claims, and for how long. */
export interface ClaimRuns {
  environments: readonly Environment[];
  /** Runs to skip, because this process has not finished stopping its earlier work on these runs. */
  except?: readonly string[];
  leaseMs: number;
  limit: number;
}

/** The store of the leases of one table. */
export type LeaseStore = ReturnType<typeof createLeaseStore>;

export function createLeaseStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect, table: LeasedTable) {
  const [rows, id] = [sql.table(table), sql.ref(idColumns[table])];
  const now = storeNow(dialect);
  const leaseEnd = (leaseMs: number) => sql`${now} + ${sql.lit(leaseMs)}`;
  const isFree = sql`("leaseID" is null or "leaseUntil" <= ${now})`;
  // Skips rows that another transaction has locked. A process that was suspended within a transaction may hold such a
  // lock for a long time.
  const isUnlocked = (runID: string) =>
    dialect === "postgres"
      ? sql`and ${id} in (select ${id} from ${rows} where ${id} = ${runID} for update skip locked)`
      : sql``;

  return {
    /**
     * Takes leases of runs that are in one of these states and have no valid lease, oldest run first. While a lease is
     * valid, no other caller gets a lease of the same run.
     */
    async takeLeases(
      { environments, except = [], leaseMs, limit }: ClaimRuns,
      states: readonly string[],
    ): Promise<Lease[]> {
      if (environments.length === 0) return [];
      const isWanted = sql`"state" in (${sql.join(states)}) and ${isFree}`;
      const others = except.length === 0 ? sql`` : sql`and ${id} not in (${sql.join(except)})`;
      const free = await sql<{ runID: string; leaseID: string | null }>`select ${id} as "runID", "leaseID" from ${rows}
        where "environment" in (${sql.join(environments)}) and ${isWanted} ${others}
        order by "createdAt" limit ${limit}`.execute(db);
      const taken: Lease[] = [];
      for (const { runID, leaseID: before } of free.rows) {
        const leaseID = randomUUID();
        const isAsSeen = before === null ? sql`"leaseID" is null` : sql`"leaseID" = ${before}`;
        const mine = await sql`update ${rows} set "leaseID" = ${leaseID}, "leaseUntil" = ${leaseEnd(leaseMs)}
          where ${id} = ${runID} and ${isAsSeen} and ${isWanted} ${isUnlocked(runID)} returning ${id}`.execute(db);
        if (mine.rows.length === 1) taken.push({ table, runID, leaseID });
      }
      return taken;
    },
    /**
     * The time until the next lease of work in one of these states expires, in milliseconds. Null if no such work is
     * leased.
     */
    async nextExpiryInMs(states: readonly string[]): Promise<number | null> {
      const next = await sql<{ inMs: number | null }>`select min("leaseUntil") - ${now} as "inMs" from ${rows}
        where "state" in (${sql.join(states)})`.execute(db);
      return next.rows[0]?.inMs ?? null;
    },
    /** Extends a valid lease. False if the lease is no longer valid. */
    async renew(lease: Lease, leaseMs: number): Promise<boolean> {
      const renewed = await sql`update ${rows} set "leaseUntil" = ${leaseEnd(leaseMs)}
        where ${inForce(dialect, lease)} returning ${id}`.execute(db);
      return renewed.rows.length === 1;
    },
    async release({ runID, leaseID }: Lease): Promise<void> {
      await sql`update ${rows} set "leaseID" = null, "leaseUntil" = null
        where ${id} = ${runID} and "leaseID" = ${leaseID}`.execute(db);
    },
    /** Releases all leases. Call this only if no other process is running. */
    async releaseAll(): Promise<void> {
      await sql`update ${rows} set "leaseID" = null, "leaseUntil" = null where "leaseID" is not null`.execute(db);
    },
  };
}
