import type { Kysely, Transaction, Updateable, UpdateQueryBuilder, UpdateResult } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkRowState, BulkState } from "#lib/contract/operations/bulk.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { createLeaseStore, type Lease, type LeaseStore, lockLease } from "#server/bff/store/runs/lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { BulkRoom } from "./bulk-room.ts";
import { bulkRoomFor } from "./bulk-room.ts";
import { type BulkRowStore, createBulkRowStore, insertRows } from "./bulk-row-store.ts";
import { bulkOfRow, type NewBulkRow, rowOfBulk, type StoredBulk, storedEnvironments } from "./bulk-rows.ts";

export type RowCounts = Partial<Record<BulkRowState, number>>;

/** The columns that change with the state of a bulk change. */
export type BulkTransition = Partial<
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

/** Which bulk changes a process claims, and for how long. */
export interface ClaimBulks {
  environments: readonly Environment[];
  /** Bulk changes that an ending run of this process still holds. */
  except?: readonly string[];
  leaseMs: number;
  limit: number;
}

/** A claimed bulk change and the lease of its new run. */
export interface ClaimedBulk {
  bulk: StoredBulk;
  lease: Lease;
}

/**
 * Bulk changes and their rows. States change by conditional UPDATEs. Only the run whose lease is valid by the store's
 * clock changes the rows, so that no row is sent twice. Database errors are passed on unchanged.
 */
export interface BulkStore extends BulkRowStore, LeaseStore {
  /** Stores a bulk change, its rows and its audit event, if the limits allow it. */
  create(bulk: StoredBulk, rows: readonly NewBulkRow[], event?: NewAuditEvent): Promise<BulkRoom>;
  find(environment: Environment, bulkID: string): Promise<StoredBulk | null>;
  /** The newest bulk change that undoes this one and was not cancelled. */
  undoneBy(bulkID: string): Promise<string | null>;
  /** Newest first. Filters by the person who started it, by state and by ticket. */
  list(
    of: { environment: Environment; staffID?: string; states?: readonly BulkState[]; ticketKey?: string },
    page: { limit: number; offset: number },
  ): Promise<{ bulks: StoredBulk[]; total: number }>;
  counts(bulkIDs: readonly string[]): Promise<ReadonlyMap<string, RowCounts>>;
  /**
   * Moves a bulk change that is in one of `from`. Null if it is in another state. The rows change with it: if it is
   * cancelled, waiting rows are cancelled, and all rows are removed if sending never began; if it is checked again,
   * rows that could not be read are read again. A person's step is stored with its audit event.
   */
  move(
    bulkID: string,
    from: readonly BulkState[],
    to: BulkTransition,
    audited?: AuditedStep,
  ): Promise<StoredBulk | null>;
  /** Same as `move`, only while the lease is valid. */
  moveHeld(lease: Lease, from: readonly BulkState[], to: BulkTransition): Promise<StoredBulk | null>;
  /** Claims bulk changes that have work to do and no valid lease. Each is given to only one caller. */
  take(wanted: ClaimBulks): Promise<ClaimedBulk[]>;
  /** The bulk change, if the lease is valid and it is in `state`. Otherwise null. */
  findHeld(lease: Lease, state: BulkState): Promise<StoredBulk | null>;
  /** Counts consecutive failures: adds one or resets to 0. Returns the count, or null without a valid lease. */
  countFailure(lease: Lease, failed: boolean): Promise<number | null>;
}

/** The audit event of a person's step. */
export interface AuditedStep {
  /** Runs in the step's transaction. If it throws, the step is rolled back. */
  guard?: ((on: Transaction<ConsoleSchema>) => Promise<unknown>) | undefined;
  event: NewAuditEvent;
  nowMs: number;
}

const working = ["checking", "canary", "running"] as const satisfies BulkState[];

const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

function columnsOf({ runBy, reason, ...plain }: BulkTransition): Updateable<ConsoleSchema["bulks"]> {
  return {
    ...plain,
    ...(reason === undefined ? {} : { reason: jsonOrNull(reason) }),
    ...(runBy === undefined ? {} : { runStaffID: runBy?.staffID ?? null, runEmail: runBy?.email ?? null }),
  };
}

export function createBulkStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): BulkStore {
  function move(
    bulkID: string,
    from: readonly BulkState[],
    to: BulkTransition,
    { lease, audited }: { lease?: Lease | undefined; audited?: AuditedStep | undefined },
  ) {
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
      // In the same transaction as the step: a repeated request must not reset rows of a check that has already
      // started.
      if (row && to.state === "checking") {
        await transaction
          .updateTable("bulkRows")
          .set({ state: "pending" satisfies BulkRowState, reason: null })
          .where("bulkID", "=", bulkID)
          .where("state", "=", "unreadable" satisfies BulkRowState)
          .execute();
      }
      if (row) await audited?.guard?.(transaction);
      if (row && audited) await appendAudit(transaction, audited.event, audited.nowMs);
      return row ? bulkOfRow(row) : null;
    });
  }

  const leaseStore = createLeaseStore(db, dialect, "bulks");

  /** The bulk change of a valid lease. */
  const held = (update: UpdateQueryBuilder<ConsoleSchema, "bulks", "bulks", UpdateResult>, lease: Lease) =>
    update
      .where("bulkID", "=", lease.runID)
      .where("leaseID", "=", lease.leaseID)
      .where("leaseUntil", ">", storeNow(dialect));

  return {
    ...createBulkRowStore(db, dialect),
    ...leaseStore,
    create: (bulk, rows, event) =>
      db.transaction().execute(async (transaction) => {
        const room = await bulkRoomFor(transaction, dialect, bulk);
        if (room !== "there-is") return room;
        await transaction.insertInto("bulks").values(rowOfBulk(bulk)).execute();
        await insertRows(transaction, bulk.bulkID, rows);
        if (event) await appendAudit(transaction, event, bulk.createdAt);
        return room;
      }),
    async find(environment, bulkID) {
      const row = await db
        .selectFrom("bulks")
        .selectAll()
        .where("environment", "in", storedEnvironments(environment))
        .where("bulkID", "=", bulkID)
        .executeTakeFirst();
      return row ? bulkOfRow(row) : null;
    },
    async undoneBy(bulkID) {
      const row = await db
        .selectFrom("bulks")
        .select("bulkID")
        .where("undoOf", "=", bulkID)
        .where("state", "!=", "cancelled" satisfies BulkState)
        .orderBy("createdAt", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.bulkID ?? null;
    },
    async list({ environment, staffID, states, ticketKey }, { limit, offset }) {
      let own = db.selectFrom("bulks").where("environment", "in", storedEnvironments(environment));
      if (staffID !== undefined) own = own.where("staffID", "=", staffID);
      if (states !== undefined) own = own.where("state", "in", [...states]);
      if (ticketKey !== undefined) own = own.where("ticketKey", "=", ticketKey);
      const { total } = await own
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
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
        .select((builder) => builder.fn.countAll<number>().as("count"))
        .where("bulkID", "in", [...bulkIDs])
        .groupBy(["bulkID", "state"])
        .execute();
      for (const { bulkID, state, count } of rows) {
        counts.set(bulkID, { ...counts.get(bulkID), [state]: Number(count) });
      }
      return counts;
    },
    move: (bulkID, from, to, audited) => move(bulkID, from, to, { audited }),
    moveHeld: (lease, from, to) => move(lease.runID, from, to, { lease }),
    async take({ environments, ...wanted }) {
      const leases = await leaseStore.takeLeases({
        ...wanted,
        environments: environments.flatMap(storedEnvironments),
        states: working,
      });
      const taken: ClaimedBulk[] = [];
      for (const lease of leases) {
        const row = await db.selectFrom("bulks").selectAll().where("bulkID", "=", lease.runID).executeTakeFirst();
        if (row) taken.push({ bulk: bulkOfRow(row), lease });
      }
      return taken;
    },
    async findHeld({ runID: bulkID, leaseID }, state) {
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
    async countFailure(lease, failed) {
      const row = await held(db.updateTable("bulks"), lease)
        .set((builder) => ({ failuresInRow: failed ? builder("failuresInRow", "+", 1) : 0 }))
        .returning("failuresInRow")
        .executeTakeFirst();
      return row?.failuresInRow ?? null;
    },
  };
}
