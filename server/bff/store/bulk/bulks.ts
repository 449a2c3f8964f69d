import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Updateable, type UpdateQueryBuilder, type UpdateResult } from "kysely";
import type { BulkRowState, BulkState } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type Lease, lockLease } from "./bulk-lease.ts";
import type { BulkRoom } from "./bulk-room.ts";
import { roomFor } from "./bulk-room.ts";
import { type BulkRowStore, createBulkRowStore, insertRows } from "./bulk-row-store.ts";
import { bulkOfRow, type NewBulkRow, rowOfBulk, type StoredBulk } from "./bulk-rows.ts";

export type RowCounts = Partial<Record<BulkRowState, number>>;

/** What changes with a bulk's state. */
export type BulkMove = Partial<
  Pick<
    StoredBulk,
    | "runBy"
    | "pausedFrom"
    | "reason"
    | "drift"
    | "canaryPosition"
    | "failuresInRow"
    | "total"
    | "checkedAt"
    | "startedAt"
    | "finishedAt"
  >
> & { state: BulkState };

/** Which bulk changes a process takes, and for how long. */
export interface TakeBulks {
  environments: readonly Environment[];
  /** Those that a run of this process is still about to leave. */
  except?: readonly string[];
  leaseMs: number;
  most: number;
}

/** A bulk change that was taken, and the lease of the run that begins. */
export interface TakenBulk {
  bulk: StoredBulk;
  lease: Lease;
}

/**
 * Bulk changes and their rows. States change by conditional UPDATEs, and only the run whose lease is in
 * force by the store's clock changes its rows, so that no row is sent by two. Errors of the database come as they are.
 */
export interface BulkStore extends BulkRowStore {
  /** Keeps a bulk and its rows, unless there is no room for it. */
  create(bulk: StoredBulk, rows: readonly NewBulkRow[]): Promise<BulkRoom>;
  find(environment: Environment, bulkID: string): Promise<StoredBulk | null>;
  /** Newest first. */
  list(
    environment: Environment,
    page: { limit: number; offset: number },
  ): Promise<{ bulks: StoredBulk[]; total: number }>;
  counts(bulkIDs: readonly string[]): Promise<ReadonlyMap<string, RowCounts>>;
  /**
   * Moves a bulk that is in one of `from`; null where it is not. With it go its rows: in a cancelled
   * one those that wait are cancelled, and all are removed where nothing was ever to be sent; in one that
   * is checked again those are read that could not be.
   */
  move(bulkID: string, from: readonly BulkState[], to: BulkMove): Promise<StoredBulk | null>;
  /** The same, only while the lease is in force. */
  moveHeld(lease: Lease, from: readonly BulkState[], to: BulkMove): Promise<StoredBulk | null>;
  /** Bulks that are to be worked on and that no lease in force holds, each given to one caller only. */
  take(wanted: TakeBulks): Promise<TakenBulk[]>;
  /** Puts off the end of a lease that is in force; false where it is not. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** The bulk, while the lease is in force and it is in `state`; otherwise null. */
  findHeld(lease: Lease, state: BulkState): Promise<StoredBulk | null>;
  release(lease: Lease): Promise<void>;
  /** Only for who knows that no other process is at work. */
  releaseAll(): Promise<void>;
  /** Counts consecutive failures: adds one, or resets to 0. Returns the count; null without a lease in force. */
  countFailure(lease: Lease, failed: boolean): Promise<number | null>;
}

const working = ["checking", "canary", "running"] as const satisfies BulkState[];

const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

function columnsOf({ runBy, reason, ...plain }: BulkMove): Updateable<ConsoleSchema["bulks"]> {
  return {
    ...plain,
    ...(reason === undefined ? {} : { reason: jsonOrNull(reason) }),
    ...(runBy === undefined ? {} : { runStaffID: runBy?.staffID ?? null, runEmail: runBy?.email ?? null }),
  };
}

export function createBulkStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): BulkStore {
  function move(bulkID: string, from: readonly BulkState[], to: BulkMove, lease?: Lease) {
    return db.transaction().execute(async (transaction) => {
      if (lease && !(await lockLease(transaction, dialect, lease, from))) return null;
      const row = await transaction
        .updateTable("bulks")
        .set(columnsOf(to))
        .where("bulkID", "=", bulkID)
        .where("state", "in", [...from])
        .returningAll()
        .executeTakeFirst();
      if (row && to.state === "cancelled" && row.startedAt === null) {
        await transaction.deleteFrom("bulkRows").where("bulkID", "=", bulkID).execute();
      } else if (row && to.state === "cancelled") {
        await transaction
          .updateTable("bulkRows")
          .set({ state: "cancelled" satisfies BulkRowState })
          .where("bulkID", "=", bulkID)
          .where("state", "in", ["pending", "waiting"] satisfies BulkRowState[])
          .execute();
      }
      // In the same transaction as the step: a second request must not reset rows of the check that has started.
      if (row && to.state === "checking") {
        await transaction
          .updateTable("bulkRows")
          .set({ state: "pending" satisfies BulkRowState, reason: null })
          .where("bulkID", "=", bulkID)
          .where("state", "=", "unreadable" satisfies BulkRowState)
          .execute();
      }
      return row ? bulkOfRow(row) : null;
    });
  }

  const leaseEnd = (leaseMs: number) => sql<number>`${storeNow(dialect)} + ${sql.lit(leaseMs)}`;

  /** The bulk of a lease that is in force. */
  const held = (update: UpdateQueryBuilder<ConsoleSchema, "bulks", "bulks", UpdateResult>, lease: Lease) =>
    update
      .where("bulkID", "=", lease.bulkID)
      .where("leaseID", "=", lease.leaseID)
      .where("leaseUntil", ">", storeNow(dialect));

  const lockable = (bulkID: string) =>
    db.selectFrom("bulks").select("bulkID").where("bulkID", "=", bulkID).forUpdate().skipLocked();

  return {
    ...createBulkRowStore(db, dialect),
    create: (bulk, rows) =>
      db.transaction().execute(async (transaction) => {
        const room = await roomFor(transaction, dialect, bulk);
        if (room !== "there-is") return room;
        await transaction.insertInto("bulks").values(rowOfBulk(bulk)).execute();
        await insertRows(transaction, bulk.bulkID, rows);
        return room;
      }),
    async find(environment, bulkID) {
      const row = await db
        .selectFrom("bulks")
        .selectAll()
        .where("environment", "=", environment)
        .where("bulkID", "=", bulkID)
        .executeTakeFirst();
      return row ? bulkOfRow(row) : null;
    },
    async list(environment, { limit, offset }) {
      const own = db.selectFrom("bulks").where("environment", "=", environment);
      const { total } = await own.select((it) => it.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await own
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("bulkID")
        .limit(limit)
        .offset(offset)
        .execute();
      return { bulks: rows.map(bulkOfRow), total: Number(total) };
    },
    async counts(bulkIDs) {
      const counts = new Map<string, RowCounts>();
      if (bulkIDs.length === 0) return counts;
      const rows = await db
        .selectFrom("bulkRows")
        .select(["bulkID", "state"])
        .select((it) => it.fn.countAll<number>().as("count"))
        .where("bulkID", "in", [...bulkIDs])
        .groupBy(["bulkID", "state"])
        .execute();
      for (const { bulkID, state, count } of rows) {
        counts.set(bulkID, { ...counts.get(bulkID), [state]: Number(count) });
      }
      return counts;
    },
    move: (bulkID, from, to) => move(bulkID, from, to),
    moveHeld: (lease, from, to) => move(lease.bulkID, from, to, lease),
    async take({ environments, except = [], leaseMs, most }) {
      if (environments.length === 0) return [];
      let free = db
        .selectFrom("bulks")
        .select(["bulkID", "leaseID"])
        .where("environment", "in", [...environments])
        .where("state", "in", [...working])
        .where((it) => it.or([it("leaseID", "is", null), it("leaseUntil", "<=", storeNow(dialect))]))
        .orderBy("createdAt")
        .limit(most);
      if (except.length > 0) free = free.where("bulkID", "not in", [...except]);
      const taken: TakenBulk[] = [];
      for (const { bulkID, leaseID: before } of await free.execute()) {
        const leaseID = randomUUID();
        let take = db
          .updateTable("bulks")
          .set({ leaseID, leaseUntil: leaseEnd(leaseMs) })
          .where("bulkID", "=", bulkID);
        // A process that stands still in the middle of a transaction holds its row: others are taken meanwhile.
        if (dialect === "postgres") take = take.where("bulkID", "in", lockable(bulkID));
        const row = await take
          .where("leaseID", before === null ? "is" : "=", before)
          .where("state", "in", [...working])
          .where((it) => it.or([it("leaseID", "is", null), it("leaseUntil", "<=", storeNow(dialect))]))
          .returningAll()
          .executeTakeFirst();
        if (row) taken.push({ bulk: bulkOfRow(row), lease: { bulkID, leaseID } });
      }
      return taken;
    },
    async renew(lease, leaseMs) {
      const renewed = await held(db.updateTable("bulks"), lease)
        .set({ leaseUntil: leaseEnd(leaseMs) })
        .executeTakeFirst();
      return renewed.numUpdatedRows === 1n;
    },
    async findHeld({ bulkID, leaseID }, state) {
      const row = await db
        .selectFrom("bulks")
        .selectAll()
        .where("bulkID", "=", bulkID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .where("state", "=", state)
        .executeTakeFirst();
      return row ? bulkOfRow(row) : null;
    },
    async release({ bulkID, leaseID }) {
      await db
        .updateTable("bulks")
        .set({ leaseID: null, leaseUntil: null })
        .where("bulkID", "=", bulkID)
        .where("leaseID", "=", leaseID)
        .execute();
    },
    async releaseAll() {
      await db.updateTable("bulks").set({ leaseID: null, leaseUntil: null }).where("leaseID", "is not", null).execute();
    },
    async countFailure(lease, failed) {
      const row = await held(db.updateTable("bulks"), lease)
        .set((it) => ({ failuresInRow: failed ? it("failuresInRow", "+", 1) : 0 }))
        .returning("failuresInRow")
        .executeTakeFirst();
      return row?.failuresInRow ?? null;
    },
  };
}
