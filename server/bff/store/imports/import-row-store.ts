import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import type { ImportRowState, ImportState } from "#lib/contract/values/operations/import-states.ts";
import { type Lease, lockLease, underLease } from "#server/bff/store/runs/lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { checkColumns, importRowOf, type RowCheck, type StoredImportRow } from "./import-rows.ts";

/** The outcome of a row. */
export interface ImportRowOutcome {
  state: ImportRowState;
  reason?: string | undefined;
  customerID?: string | undefined;
  jobID?: string | undefined;
  sentAt?: number | undefined;
  /** True if nothing was sent and the row may be sent under another operation. */
  forgetOperation?: boolean;
  /** The operation that created this customer, from an earlier import or a single creation. */
  operationID?: string;
}

/** Identifies a row and its claim. A row that was claimed again since is not changed. */
export type ImportRowKey = Pick<StoredImportRow, "importID" | "position" | "operationID">;

/** A row whose state may no longer match its operation's. */
export interface TrackedImportRow {
  row: StoredImportRow;
  environment: Environment;
}

export interface ImportRowFilter {
  states?: readonly ImportRowState[] | undefined;
  warnings?: boolean | undefined;
  limit: number;
  offset: number;
}

/** The rows of imports. Database errors are passed on unchanged. */
export interface ImportRowStore {
  /** In the order of the file. */
  rows(importID: string, filter: ImportRowFilter): Promise<{ rows: StoredImportRow[]; total: number }>;
  row(importID: string, position: number): Promise<StoredImportRow | null>;
  /** Stores check results, while the lease is valid and the import is being checked. */
  keepChecks(lease: Lease, rows: readonly RowCheck[]): Promise<boolean>;
  /** The next ready rows after a position in the file. */
  ready(importID: string, behind: number, limit: number): Promise<StoredImportRow[]>;
  /** The number of accepted rows, and the number of those whose job is unfinished. */
  acceptedRows(importID: string): Promise<{ accepted: number; unfinished: number }>;
  /** `ready` → `sending` under an operation's ID. False: the row must not be sent. */
  claimRow(lease: Lease, position: number, operationID: string): Promise<boolean>;
  /** Stores why a ready row is not sent yet. */
  keepReason(lease: Lease, position: number, reason: string): Promise<boolean>;
  /**
   * Moves a row that is in one of `from`. A row that would be ready in a cancelled import is cancelled. A run passes
   * its lease: if the lease has expired, nothing is changed.
   */
  settleRow(
    row: ImportRowKey,
    from: readonly ImportRowState[],
    to: ImportRowOutcome,
    nowMs: number,
    lease?: Lease,
  ): Promise<boolean>;
  /** Rows of this import whose operation has been settled since. */
  takeSettled(importID: string, limit: number): Promise<StoredImportRow[]>;
  /** Rows whose operation has been settled since: unknown rows, and rows of imports that no run works on. */
  takeFollowed(limit: number): Promise<TrackedImportRow[]>;
  /** Rows in progress in paused or cancelled imports that no run works on. */
  takeOrphaned(limit: number): Promise<TrackedImportRow[]>;
}

const inProgress = ["waiting", "running"] as const satisfies OperationOutcome[];

type JoinedRows = SelectQueryBuilder<ConsoleSchema, "importRows" | "operations", unknown>;

/** Rows whose state differs from their operation's. */
function differing(rows: JoinedRows): JoinedRows {
  return (
    rows
      // Repeats the condition so that the database uses the index.
      .where("importRows.state", "in", ["accepted", "unknown"] satisfies ImportRowState[])
      .where((builder) =>
        builder.or([
          builder.and([
            builder("importRows.state", "=", "accepted" satisfies ImportRowState),
            builder("operations.outcome", "not in", inProgress as never),
          ]),
          builder.and([
            builder("importRows.state", "=", "unknown" satisfies ImportRowState),
            builder("operations.outcome", "!=", "unknown" as never),
          ]),
        ]),
      )
  );
}

const trackedOf = ({ environment, ...row }: Parameters<typeof importRowOf>[0] & { environment: string }) => ({
  row: importRowOf(row),
  environment: environment as Environment,
});

export function createImportRowStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): ImportRowStore {
  /** The row's target state. In an import that was cancelled meanwhile, no row may be ready. */
  async function targetOf(on: Transaction<ConsoleSchema>, importID: string, state: ImportRowState) {
    if (state !== "ready") return state;
    // Takes the same lock as cancelling the import, so that whichever runs second sees the first.
    const importRecord = await on
      .updateTable("imports")
      .set((builder) => ({ state: builder.ref("state") }))
      .where("importID", "=", importID)
      .returning("state")
      .executeTakeFirst();
    return importRecord?.state === "cancelled" ? "cancelled" : state;
  }

  const joined = () =>
    db.selectFrom("importRows").innerJoin("operations", "operations.operationID", "importRows.operationID");

  return {
    async rows(importID, { states, warnings, limit, offset }) {
      let own = db.selectFrom("importRows").where("importID", "=", importID);
      if (states !== undefined) own = own.where("state", "in", [...states]);
      if (warnings) own = own.where("hasWarning", "=", 1);
      const { total } = await own
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await own.selectAll().orderBy("position").limit(limit).offset(offset).execute();
      return { rows: rows.map(importRowOf), total: Number(total) };
    },
    async row(importID, position) {
      const row = await db
        .selectFrom("importRows")
        .selectAll()
        .where("importID", "=", importID)
        .where("position", "=", position)
        .executeTakeFirst();
      return row ? importRowOf(row) : null;
    },
    keepChecks: (lease, rows) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await writeChecks(on, lease.runID, rows);
        return true;
      }),
    async ready(importID, behind, limit) {
      const rows = await db
        .selectFrom("importRows")
        .selectAll()
        .where("importID", "=", importID)
        .where("state", "=", "ready" satisfies ImportRowState)
        .where("position", ">", behind)
        .orderBy("position")
        .limit(limit)
        .execute();
      return rows.map(importRowOf);
    },
    async acceptedRows(importID) {
      const rows = await joined()
        .select("operations.effect")
        .select((builder) => builder.fn.countAll<number>().as("count"))
        .where("importRows.importID", "=", importID)
        .where("importRows.state", "=", "accepted" satisfies ImportRowState)
        .groupBy("operations.effect")
        .execute();
      const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0);
      return { accepted: sum(rows), unfinished: sum(rows.filter(({ effect }) => effect === null)) };
    },
    claimRow: (lease, position, operationID) =>
      underLease(db, dialect, lease, ["first", "running"], async (on) => {
        const claimed = await on
          .updateTable("importRows")
          .set({ state: "sending" satisfies ImportRowState, operationID, reason: null })
          .where("importID", "=", lease.runID)
          .where("position", "=", position)
          .where("state", "=", "ready" satisfies ImportRowState)
          .executeTakeFirst();
        return claimed.numUpdatedRows === 1n;
      }),
    keepReason: (lease, position, reason) =>
      underLease(db, dialect, lease, ["first", "running"], async (on) => {
        await on
          .updateTable("importRows")
          .set({ reason })
          .where("importID", "=", lease.runID)
          .where("position", "=", position)
          .where("state", "=", "ready" satisfies ImportRowState)
          .execute();
        return true;
      }),
    settleRow: ({ importID, position, operationID }, from, to, nowMs, lease) =>
      db.transaction().execute(async (transaction) => {
        if (lease && !(await lockLease(transaction, dialect, lease))) return false;
        const { reason, forgetOperation, state, ...known } = to;
        const moved = await transaction
          .updateTable("importRows")
          .set({
            ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
            state: await targetOf(transaction, importID, state),
            reason: reason === undefined ? null : reason.toWellFormed().replaceAll("\0", "\ufffd"),
            ...(forgetOperation ? { operationID: null } : {}),
            ...(state === "accepted" || forgetOperation ? {} : { settledAt: nowMs }),
          })
          .where("importID", "=", importID)
          .where("position", "=", position)
          .where("operationID", operationID === null ? "is" : "=", operationID)
          .where("state", "in", [...from])
          .executeTakeFirst();
        return moved.numUpdatedRows === 1n;
      }),
    async takeSettled(importID, limit) {
      const rows = await differing(joined())
        .selectAll("importRows")
        .where("importRows.importID", "=", importID)
        .where("importRows.state", "=", "accepted" satisfies ImportRowState)
        .limit(limit)
        .execute();
      return rows.map(importRowOf);
    },
    async takeFollowed(limit) {
      const rows = await differing(joined())
        .innerJoin("imports", "imports.importID", "importRows.importID")
        .selectAll("importRows")
        .select(["imports.environment"])
        // A running import counts the results of its own rows.
        .where((builder) =>
          builder.or([
            builder("importRows.state", "=", "unknown" satisfies ImportRowState),
            builder("imports.state", "not in", ["first", "running"] satisfies ImportState[]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(trackedOf);
    },
    async takeOrphaned(limit) {
      const rows = await db
        .selectFrom("importRows")
        .innerJoin("imports", "imports.importID", "importRows.importID")
        .selectAll("importRows")
        .select(["imports.environment"])
        .where("importRows.state", "=", "sending" satisfies ImportRowState)
        .where("imports.state", "in", ["cancelled", "paused"] satisfies ImportState[])
        .where((builder) =>
          builder.or([builder("imports.leaseID", "is", null), builder("imports.leaseUntil", "<=", storeNow(dialect))]),
        )
        .limit(limit)
        .execute();
      return rows.map(trackedOf);
    },
  };
}

/** Writes the check results of rows. */
export async function writeChecks(
  on: Transaction<ConsoleSchema>,
  importID: string,
  rows: readonly RowCheck[],
): Promise<void> {
  for (const row of rows) {
    await on
      .updateTable("importRows")
      .set(checkColumns(row))
      .where("importID", "=", importID)
      .where("position", "=", row.position)
      .execute();
  }
}
