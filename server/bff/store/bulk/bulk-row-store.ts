import { type Kysely, sql, type Transaction } from "kysely";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkRowState } from "#lib/contract/operations/bulk.ts";
import { type Lease, lockLease, underLease } from "#server/bff/store/runs/lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import {
  environmentOfStored,
  type NewBulkRow,
  newRowOf,
  replaceNul,
  type StoredBulkRow,
  storedRowOf,
} from "./bulk-rows.ts";

/** The outcome of a row. */
export interface RowOutcome {
  state: BulkRowState;
  reason?: string | undefined;
  after?: Contract | undefined;
  confirmedAt?: number | undefined;
  /** True if nothing was sent and the row may be sent under another operation. */
  forgetOperation?: boolean;
}

/** Identifies a row and its claim. A row that was claimed again since is not changed. */
export type BulkRowKey = Pick<StoredBulkRow, "bulkID" | "position" | "operationID">;

/** A row whose state may no longer match its operation's. */
export interface TrackedRow {
  row: StoredBulkRow;
  environment: Environment;
}

/** The rows of bulk changes. Database errors are passed on unchanged. */
export interface BulkRowStore {
  /** In the frozen order. */
  rows(
    bulkID: string,
    filter: { states?: readonly BulkRowState[] | undefined; limit: number; offset: number },
  ): Promise<{ rows: StoredBulkRow[]; total: number }>;
  /** One row, by its position. */
  row(bulkID: string, position: number): Promise<StoredBulkRow | null>;
  /** The first row in this state. With a customer, the first row of that customer. */
  first(
    bulkID: string,
    state: BulkRowState,
    given?: { customerID?: string | undefined },
  ): Promise<StoredBulkRow | null>;
  /** The previous row of the same customer. */
  rowBefore(row: Pick<StoredBulkRow, "bulkID" | "position" | "customerID">): Promise<StoredBulkRow | null>;
  /** Removes the rows of a list that was not completely frozen. */
  clearRows(lease: Lease): Promise<boolean>;
  addRows(lease: Lease, rows: readonly NewBulkRow[]): Promise<boolean>;
  /** Stores check results for rows that were added without being read. */
  keepChecks(lease: Lease, rows: readonly NewBulkRow[]): Promise<boolean>;
  /** `waiting` → `sending` under an operation's ID. False: the row must not be sent. */
  claimRow(lease: Lease, position: number, operationID: string): Promise<boolean>;
  /**
   * Moves a row that is in one of `from`. A row that would wait in a cancelled bulk change is cancelled. A run passes
   * its lease: if the lease has expired, nothing is changed.
   */
  settleRow(
    row: BulkRowKey,
    from: readonly BulkRowState[],
    to: RowOutcome,
    nowMs: number,
    lease?: Lease,
  ): Promise<boolean>;
  /** Unknown rows whose operation is settled now, and accepted rows whose job has ended. */
  takeFollowed(limit: number): Promise<TrackedRow[]>;
  /** Rows in progress in paused or cancelled bulk changes that no run works on. */
  takeOrphaned(limit: number): Promise<TrackedRow[]>;
}

const insertedAtOnce = 500;

type On = Kysely<ConsoleSchema> | Transaction<ConsoleSchema>;

export async function insertRows(on: On, bulkID: string, rows: readonly NewBulkRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += insertedAtOnce) {
    const some = rows.slice(at, at + insertedAtOnce).map((row) => newRowOf(bulkID, row));
    await on.insertInto("bulkRows").values(some).execute();
  }
}

export function createBulkRowStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): BulkRowStore {
  /** The row's target state. In a bulk change that was cancelled meanwhile, no row may wait. */
  async function targetOf(on: Transaction<ConsoleSchema>, bulkID: string, state: BulkRowState): Promise<BulkRowState> {
    if (state !== "waiting") return state;
    // Takes the same lock as cancelling the bulk change, so that whichever runs second sees the first.
    const bulk = await on
      .updateTable("bulks")
      .set((builder) => ({ state: builder.ref("state") }))
      .where("bulkID", "=", bulkID)
      .returning("state")
      .executeTakeFirst();
    return bulk?.state === "cancelled" ? "cancelled" : state;
  }

  return {
    async rows(bulkID, { states, limit, offset }) {
      let own = db.selectFrom("bulkRows").where("bulkID", "=", bulkID);
      if (states !== undefined) own = own.where("state", "in", [...states]);
      const { total } = await own
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await own.selectAll().orderBy("position").limit(limit).offset(offset).execute();
      return { rows: rows.map(storedRowOf), total: Number(total) };
    },
    async row(bulkID, position) {
      const row = await db
        .selectFrom("bulkRows")
        .selectAll()
        .where("bulkID", "=", bulkID)
        .where("position", "=", position)
        .executeTakeFirst();
      return row ? storedRowOf(row) : null;
    },
    async first(bulkID, state, { customerID } = {}) {
      let own = db.selectFrom("bulkRows").selectAll().where("bulkID", "=", bulkID).where("state", "=", state);
      if (customerID !== undefined) own = own.where("customerID", "=", customerID);
      const row = await own.orderBy("position").limit(1).executeTakeFirst();
      return row ? storedRowOf(row) : null;
    },
    async rowBefore({ bulkID, position, customerID }) {
      const row = await db
        .selectFrom("bulkRows")
        .selectAll()
        .where("bulkID", "=", bulkID)
        .where("position", "<", position)
        .where("customerID", "=", customerID)
        .orderBy("position", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? storedRowOf(row) : null;
    },
    clearRows: (lease) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await on.deleteFrom("bulkRows").where("bulkID", "=", lease.runID).execute();
        return true;
      }),
    addRows: (lease, rows) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await insertRows(on, lease.runID, rows);
        return true;
      }),
    keepChecks: (lease, rows) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        for (const row of rows) {
          const { companyName, created, before, state, reason } = newRowOf(lease.runID, row);
          await on
            .updateTable("bulkRows")
            .set({ companyName, created, before, state, reason })
            .where("bulkID", "=", lease.runID)
            .where("position", "=", row.position)
            .where("state", "=", "pending" satisfies BulkRowState)
            .execute();
        }
        return true;
      }),
    claimRow: (lease, position, operationID) =>
      underLease(db, dialect, lease, ["canary", "running"], async (on) => {
        const claimed = await on
          .updateTable("bulkRows")
          .set({ state: "sending" satisfies BulkRowState, operationID, reason: null })
          .where("bulkID", "=", lease.runID)
          .where("position", "=", position)
          .where("state", "=", "waiting" satisfies BulkRowState)
          .executeTakeFirst();
        return claimed.numUpdatedRows === 1n;
      }),
    settleRow: ({ bulkID, position, operationID }, from, to, nowMs, lease) =>
      db.transaction().execute(async (transaction) => {
        if (lease && !(await lockLease(transaction, dialect, lease))) return false;
        const { reason, after, confirmedAt, forgetOperation } = to;
        const moved = await transaction
          .updateTable("bulkRows")
          .set({
            state: await targetOf(transaction, bulkID, to.state),
            reason: reason === undefined ? null : replaceNul(reason),
            ...(after === undefined ? {} : { after: JSON.stringify(after) }),
            ...(confirmedAt === undefined ? {} : { confirmedAt }),
            ...(forgetOperation ? { operationID: null } : { settledAt: nowMs }),
          })
          .where("bulkID", "=", bulkID)
          .where("position", "=", position)
          .where("operationID", operationID === null ? "is" : "=", operationID)
          .where("state", "in", [...from])
          .executeTakeFirst();
        return moved.numUpdatedRows === 1n;
      }),
    async takeFollowed(limit) {
      const rows = await db
        .selectFrom("bulkRows")
        .innerJoin("operations", "operations.operationID", "bulkRows.operationID")
        .selectAll("bulkRows")
        .select(["operations.environment"])
        // Repeats the condition so that the database uses the index.
        .where("bulkRows.state", "in", ["unknown", "accepted"] satisfies BulkRowState[])
        .where((builder) =>
          builder.or([
            builder.and([
              builder("bulkRows.state", "=", "unknown" satisfies BulkRowState),
              builder("operations.state", "in", ["accepted", "rejected", "reconciled"]),
              sql<boolean>`"operations"."outcome" <> 'unknown'`,
            ]),
            builder.and([
              builder("bulkRows.state", "=", "accepted" satisfies BulkRowState),
              builder.or([
                builder("operations.confirmedAt", "is not", null),
                // Only successful rows report a duration.
                builder.and([
                  builder("operations.jobFinishedAt", "is not", null),
                  builder("operations.tookMs", "is", null),
                ]),
                builder("operations.effect", "=", "not-seen"),
                // A superseded row stays accepted and gets a reason.
                builder.and([builder("operations.effect", "=", "superseded"), builder("bulkRows.reason", "is", null)]),
              ]),
            ]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(followedRowOf);
    },
    async takeOrphaned(limit) {
      const rows = await db
        .selectFrom("bulkRows")
        .innerJoin("bulks", "bulks.bulkID", "bulkRows.bulkID")
        .selectAll("bulkRows")
        .select(["bulks.environment"])
        .where("bulkRows.state", "=", "sending" satisfies BulkRowState)
        .where("bulks.state", "in", ["cancelled", "paused"])
        .where((builder) =>
          builder.or([builder("bulks.leaseID", "is", null), builder("bulks.leaseUntil", "<=", storeNow(dialect))]),
        )
        .limit(limit)
        .execute();
      return rows.map(followedRowOf);
    },
  };
}

function followedRowOf({
  environment,
  ...row
}: Parameters<typeof storedRowOf>[0] & { environment: string }): TrackedRow {
  return { row: storedRowOf(row), environment: environmentOfStored(environment) };
}
