import { type Kysely, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { BulkRowState, BulkState } from "#lib/contract/operations/bulk.ts";
import { failedRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { type Lease, underLease } from "#server/bff/store/runs/lease.ts";
import { createRunStore, type RunRowOutcome } from "#server/bff/store/runs/run-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type BulkRoom, bulkRoomFor } from "./bulk-room.ts";
import {
  bulkOfRow,
  type NewBulkRow,
  newRowOf,
  rowOfBulk,
  type StoredBulk,
  type StoredBulkRow,
  storedRowOf,
} from "./bulk-rows.ts";

export type BulkRowCounts = Partial<Record<BulkRowState, number>>;

/** The columns that change with the state of a bulk change. */
export type BulkTransition = Partial<
  Omit<
    StoredBulk,
    "bulkID" | "environment" | "actor" | "change" | "source" | "at" | "until" | "undoOf" | "note" | "ticket"
  >
> & { state: BulkState };

/** The outcome of a row. */
export interface BulkRowOutcome extends RunRowOutcome<BulkRowState> {
  after?: Contract | undefined;
  confirmedAt?: number | undefined;
}

const insertedAtOnce = 500;

type On = Transaction<ConsoleSchema>;

async function insertRows(on: On, bulkID: string, rows: readonly NewBulkRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += insertedAtOnce) {
    const some = rows.slice(at, at + insertedAtOnce).map((row) => newRowOf(bulkID, row));
    await on.insertInto("bulkRows").values(some).execute();
  }
}

/**
 * Updates the rows when their bulk change changes its state. There are three cases:
 * - Cancelled before anything was sent: all rows are removed.
 * - Cancelled later: pending and ready rows are cancelled.
 * - Checked again: rows that could not be read are read again.
 *
 * This happens in the transaction of the state change. Otherwise, a repeated request could reset rows of a check that
 * has already started.
 */
async function moveRows(on: On, { bulkID, startedAt }: StoredBulk, { state }: BulkTransition): Promise<void> {
  if (state === "cancelled" && startedAt === null) {
    await on.deleteFrom("bulkRows").where("bulkID", "=", bulkID).execute();
  } else if (state === "cancelled") {
    await on
      .updateTable("bulkRows")
      .set({ state: "cancelled" satisfies BulkRowState })
      .where("bulkID", "=", bulkID)
      .where("state", "in", ["pending", "ready"] satisfies BulkRowState[])
      .execute();
  } else if (state === "checking") {
    await on
      .updateTable("bulkRows")
      .set({ state: "pending" satisfies BulkRowState, reason: null })
      .where("bulkID", "=", bulkID)
      .where("state", "=", "unreadable" satisfies BulkRowState)
      .execute();
  }
}

/** The store of bulk changes and their rows. */
export function createBulkStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const runs = createRunStore<StoredBulk, StoredBulkRow, BulkTransition, BulkRowOutcome>(db, dialect, {
    runs: "bulks",
    rows: "bulkRows",
    runOf: bulkOfRow,
    rowOf: storedRowOf,
    transitionColumns: ({ runBy, reason, ...plain }) => ({
      ...plain,
      ...(reason !== undefined && { reason: reason && JSON.stringify(reason) }),
      ...(runBy !== undefined && { runStaffID: runBy?.staffID ?? null, runEmail: runBy?.email ?? null }),
    }),
    afterMove: moveRows,
    attentionKind: "bulk-waiting",
    failedStates: failedRowStates,
    isTakenOn: sql<boolean>`exists (
      select 1 from "bulks" as "later"
      where "later"."environment" = "bulks"."environment" and "later"."createdAt" >= "bulks"."createdAt"
        and "later"."source" like '%"ofBulkID":"' || "bulks"."bulkID" || '"%'
    )`,
    outcomeColumns: ({ after, confirmedAt, forgetOperation }, nowMs) => ({
      ...(after && { after: JSON.stringify(after) }),
      ...(confirmedAt !== undefined && { confirmedAt }),
      ...(!forgetOperation && { settledAt: nowMs }),
    }),
  });

  return {
    ...runs,
    /**
     * Stores a bulk change, its rows and its audit event, if the limits allow it. `guard` is called only for a bulk
     * change that is stored. If the guard throws, nothing is stored.
     */
    create: (
      bulk: StoredBulk,
      rows: readonly NewBulkRow[],
      event?: NewAuditEvent,
      guard?: WriteGuard,
    ): Promise<BulkRoom> =>
      db.transaction().execute(async (on) => {
        const room = await bulkRoomFor(on, dialect, bulk);
        if (room !== "there-is") return room;
        await guard?.(on);
        await on.insertInto("bulks").values(rowOfBulk(bulk)).execute();
        await insertRows(on, bulk.bulkID, rows);
        if (event) await appendAudit(on, event, bulk.createdAt);
        return room;
      }),
    /** The newest bulk change that undoes this bulk change and was not cancelled. */
    async undoneBy(bulkID: string): Promise<string | null> {
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
    async counts(bulkIDs: readonly string[]): Promise<ReadonlyMap<string, BulkRowCounts>> {
      const counts = new Map<string, BulkRowCounts>();
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
    /** The first row in this state. If `customerID` is given, only rows of this customer are searched. */
    async first(
      bulkID: string,
      state: BulkRowState,
      { customerID }: { customerID?: string | undefined } = {},
    ): Promise<StoredBulkRow | null> {
      let own = db.selectFrom("bulkRows").selectAll().where("bulkID", "=", bulkID).where("state", "=", state);
      if (customerID !== undefined) own = own.where("customerID", "=", customerID);
      const row = await own.orderBy("position").limit(1).executeTakeFirst();
      return row ? storedRowOf(row) : null;
    },
    /** The previous row of the same customer in this bulk change. */
    async rowBefore({
      runID,
      position,
      customerID,
    }: Pick<StoredBulkRow, "runID" | "position" | "customerID">): Promise<StoredBulkRow | null> {
      const row = await db
        .selectFrom("bulkRows")
        .selectAll()
        .where("bulkID", "=", runID)
        .where("position", "<", position)
        .where("customerID", "=", customerID)
        .orderBy("position", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? storedRowOf(row) : null;
    },
    /** Removes all rows of a bulk change whose list of rows is incomplete. */
    clearRows: (lease: Lease) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await on.deleteFrom("bulkRows").where("bulkID", "=", lease.runID).execute();
        return true;
      }),
    addRows: (lease: Lease, rows: readonly NewBulkRow[]) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await insertRows(on, lease.runID, rows);
        return true;
      }),
    /** Stores the check results of rows that were added before their customers were read. */
    keepChecks: (lease: Lease, rows: readonly NewBulkRow[]) =>
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
    /**
     * Moves a row from `ready` to `planned`. `plan` stores the planned change in the same transaction. If the process
     * dies, either both are stored or neither is. False if the lease is not valid or the row is not ready.
     */
    planRow: (
      lease: Lease,
      position: number,
      plannedChangeID: string,
      nowMs: number,
      plan: (on: On) => Promise<unknown>,
    ) =>
      underLease(db, dialect, lease, ["first", "running"], async (on) => {
        const planned = await on
          .updateTable("bulkRows")
          .set({ state: "planned" satisfies BulkRowState, plannedChangeID, reason: null, settledAt: nowMs })
          .where("bulkID", "=", lease.runID)
          .where("position", "=", position)
          .where("state", "=", "ready" satisfies BulkRowState)
          .executeTakeFirst();
        if (planned.numUpdatedRows !== 1n) return false;
        await plan(on);
        return true;
      }),
    /**
     * Counts consecutive failures: adds one after a failure, and otherwise resets the count to 0. Returns the bulk
     * change, or null without a valid lease.
     */
    async countRow({ runID, leaseID }: Lease, isFailure: boolean): Promise<StoredBulk | null> {
      const row = await db
        .updateTable("bulks")
        .set((builder) => ({ failuresInRow: isFailure ? builder("failuresInRow", "+", 1) : 0 }))
        .where("bulkID", "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .returningAll()
        .executeTakeFirst();
      return row ? bulkOfRow(row) : null;
    },
    /**
     * Rows whose state must be updated. An unknown row is returned if the result of its operation is now known. An
     * accepted row is returned if the change was verified, was not seen or was superseded, or if the job has ended
     * without success.
     */
    async takeFollowed(limit: number) {
      const rows = await db
        .selectFrom("bulkRows")
        .innerJoin("operations", "operations.operationID", "bulkRows.operationID")
        .selectAll("bulkRows")
        .select(["operations.environment"])
        // Repeats the condition of the index, so that the database uses the index.
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
                // Only a successful operation has a duration. If the job has ended and there is no duration, the job
                // has failed.
                builder.and([
                  builder("operations.jobFinishedAt", "is not", null),
                  builder("operations.tookMs", "is", null),
                ]),
                builder("operations.effect", "=", "not-seen"),
                // A superseded row stays accepted. It only gets a reason.
                builder.and([builder("operations.effect", "=", "superseded"), builder("bulkRows.reason", "is", null)]),
              ]),
            ]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(runs.trackedOf);
    },
  };
}
