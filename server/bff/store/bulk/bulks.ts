import type { Kysely, Updateable } from "kysely";
import { type BulkRowState, type BulkState, bulkStates, isOver, maximumUnfinishedBulks } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema.ts";
import { takeTurn } from "#server/bff/store/take-turn.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { Lease } from "./bulk-lease.ts";
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

/** From when, and until when nobody else may work on what is taken. */
export interface LeaseTime {
  nowMs: number;
  untilMs: number;
}

/**
 * Bulk changes and their rows. States change by conditional UPDATEs, and only the holder of a bulk's
 * lease changes its rows, so that no row is sent by two. Errors of the database come as they are.
 */
export interface BulkStore extends BulkRowStore {
  /** Keeps a bulk and its rows; false where its environment has as many unfinished ones as it may have. */
  create(bulk: StoredBulk, rows: readonly NewBulkRow[]): Promise<boolean>;
  find(environment: Environment, bulkID: string): Promise<StoredBulk | null>;
  /** Newest first. */
  list(
    environment: Environment,
    page: { limit: number; offset: number },
  ): Promise<{ bulks: StoredBulk[]; total: number }>;
  counts(bulkIDs: readonly string[]): Promise<ReadonlyMap<string, RowCounts>>;
  /**
   * Moves a bulk that is in one of `from`; null where it is not. With it go its rows: in a cancelled
   * one those that wait are cancelled, in one that is checked again those are read that could not be.
   */
  move(bulkID: string, from: readonly BulkState[], to: BulkMove): Promise<StoredBulk | null>;
  /** The same, for the holder of the lease only. */
  moveHeld(lease: Lease, from: readonly BulkState[], to: BulkMove): Promise<StoredBulk | null>;
  /** Bulks of these environments that are to be worked on and that nobody holds, each given to one caller only. */
  take(leaseID: string, environments: readonly Environment[], time: LeaseTime, most: number): Promise<StoredBulk[]>;
  /** Holds on to a bulk that is still in `state`, and gives it; null where it is not, or is somebody else's. */
  hold(lease: Lease, state: BulkState, untilMs: number): Promise<StoredBulk | null>;
  release(lease: Lease): Promise<void>;
  /** Only for who knows that no other process is at work. */
  releaseAll(): Promise<void>;
  /** Counts failures one after another: adds one, or begins anew. Gives how many it is. */
  countFailure(bulkID: string, failed: boolean): Promise<number>;
}

const unfinished = bulkStates.filter((state) => !isOver(state));

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
  function move(bulkID: string, from: readonly BulkState[], to: BulkMove, leaseID?: string) {
    return db.transaction().execute(async (transaction) => {
      let update = transaction
        .updateTable("bulks")
        .set(columnsOf(to))
        .where("bulkID", "=", bulkID)
        .where("state", "in", [...from]);
      if (leaseID !== undefined) update = update.where("leaseID", "=", leaseID);
      const row = await update.returningAll().executeTakeFirst();
      if (row && to.state === "cancelled") {
        await transaction
          .updateTable("bulkRows")
          .set({ state: "cancelled" satisfies BulkRowState })
          .where("bulkID", "=", bulkID)
          .where("state", "in", ["pending", "waiting"] satisfies BulkRowState[])
          .execute();
      }
      // With the step itself: whoever comes second must not take rows back from the check that goes on.
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

  return {
    ...createBulkRowStore(db),
    create: (bulk, rows) =>
      db.transaction().execute(async (transaction) => {
        await takeTurn(transaction, dialect, `bulks of ${bulk.environment}`);
        const { count } = await transaction
          .selectFrom("bulks")
          .select((it) => it.fn.countAll<number>().as("count"))
          .where("environment", "=", bulk.environment)
          .where("state", "in", unfinished)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maximumUnfinishedBulks) return false;
        await transaction.insertInto("bulks").values(rowOfBulk(bulk)).execute();
        await insertRows(transaction, bulk.bulkID, rows);
        return true;
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
    moveHeld: ({ bulkID, leaseID }, from, to) => move(bulkID, from, to, leaseID),
    async take(leaseID, environments, { nowMs, untilMs }, most) {
      if (environments.length === 0) return [];
      const free = await db
        .selectFrom("bulks")
        .select(["bulkID", "leaseID"])
        .where("environment", "in", [...environments])
        .where("state", "in", [...working])
        .where((it) => it.or([it("leaseID", "is", null), it("leaseUntil", "<", nowMs)]))
        .orderBy("createdAt")
        .limit(most)
        .execute();
      const taken: StoredBulk[] = [];
      for (const { bulkID, leaseID: before } of free) {
        const row = await db
          .updateTable("bulks")
          .set({ leaseID, leaseUntil: untilMs })
          .where("bulkID", "=", bulkID)
          .where("leaseID", before === null ? "is" : "=", before)
          .where("state", "in", [...working])
          .where((it) => it.or([it("leaseID", "is", null), it("leaseUntil", "<", nowMs)]))
          .returningAll()
          .executeTakeFirst();
        if (row) taken.push(bulkOfRow(row));
      }
      return taken;
    },
    async hold({ bulkID, leaseID }, state, untilMs) {
      const row = await db
        .updateTable("bulks")
        .set({ leaseUntil: untilMs })
        .where("bulkID", "=", bulkID)
        .where("leaseID", "=", leaseID)
        .where("state", "=", state)
        .returningAll()
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
    async countFailure(bulkID, failed) {
      const { failuresInRow } = await db
        .updateTable("bulks")
        .set((it) => ({ failuresInRow: failed ? it("failuresInRow", "+", 1) : 0 }))
        .where("bulkID", "=", bulkID)
        .returning("failuresInRow")
        .executeTakeFirstOrThrow();
      return failuresInRow;
    },
  };
}
