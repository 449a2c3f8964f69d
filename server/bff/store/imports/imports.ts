import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import { type ImportRowState, type ImportState, importStates } from "#lib/contract/values/operations/import-states.ts";
import { isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { type Lease, underLease } from "#server/bff/store/runs/lease.ts";
import { type AuditedStep, createRunStore, type RunRowOutcome } from "#server/bff/store/runs/run-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type ImportRoom, importRoomFor, startedImport } from "./import-room.ts";
import {
  checkColumns,
  importOfRow,
  importRowOf,
  newImportRow,
  type RowCheck,
  type RowProblem,
  rowOfImport,
  type StoredImport,
  type StoredImportRow,
} from "./import-rows.ts";

/** The number of rows in each state. `warnings` counts the rows with warnings that are not skipped. */
export type ImportRowCounts = Partial<Record<ImportRowState, number>> & { warnings?: number };

/** The columns that change with the state of an import. */
export type ImportTransition = Partial<
  Omit<StoredImport, "importID" | "environment" | "actor" | "ticket" | "createdAt" | "fileHash">
> & { state: ImportState };

/** The outcome of a row. */
export interface ImportRowOutcome extends RunRowOutcome<ImportRowState> {
  customerID?: string | undefined;
  jobID?: string | undefined;
  sentAt?: number | undefined;
  /** The operation that already created this customer. It is part of an earlier import, or it is a single creation. */
  operationID?: string;
}

/** A row as read from the file. */
export interface ReadRow {
  line: number;
  cells: string[];
  problems: RowProblem[];
}

/** A row that a person has edited, with all values that follow from the edit. */
export interface ChangedRow {
  position: number;
  /** The corrected cells. Missing if the person made only a decision, or if only the row's duplicates changed. */
  cells?: string[];
  /** The problems from reading the file that remain after the correction. */
  problems?: RowProblem[];
  check: RowCheck;
}

/** The size of one stored part of a file, in bytes. */
const partBytes = 192 * 1024;
const insertedAtOnce = 200;

type On = Transaction<ConsoleSchema>;

async function insertRows(on: On, importID: string, rows: readonly ReadRow[]): Promise<void> {
  const all = rows.map((row, index) => newImportRow(importID, index + 1, row));
  for (let at = 0; at < all.length; at += insertedAtOnce) {
    await on
      .insertInto("importRows")
      .values(all.slice(at, at + insertedAtOnce))
      .execute();
  }
}

/** Writes the check results of rows. */
async function writeChecks(on: On, importID: string, rows: readonly RowCheck[]): Promise<void> {
  for (const row of rows) {
    await on
      .updateTable("importRows")
      .set(checkColumns(row))
      .where("importID", "=", importID)
      .where("position", "=", row.position)
      .execute();
  }
}

/** Cancels all unsent rows when their import is cancelled. */
async function moveRows(on: On, { importID }: StoredImport, { state }: ImportTransition): Promise<void> {
  if (state !== "cancelled") return;
  await on
    .updateTable("importRows")
    .set({ state: "cancelled" satisfies ImportRowState })
    .where("importID", "=", importID)
    .where("state", "in", ["pending", "ready", "similar"] satisfies ImportRowState[])
    .execute();
}

const inProgress = ["waiting", "running"] as const satisfies OperationOutcome[];

type JoinedRows = SelectQueryBuilder<ConsoleSchema, "importRows" | "operations", unknown>;

/** Selects rows whose state no longer matches the state of their operation. */
function differing(rows: JoinedRows): JoinedRows {
  return (
    rows
      // Repeats the condition of the index, so that the database uses the index.
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

/** The store of imports and their rows. */
export function createImportStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const runs = createRunStore<StoredImport, StoredImportRow, ImportTransition, ImportRowOutcome>(db, dialect, {
    runs: "imports",
    rows: "importRows",
    runOf: importOfRow,
    rowOf: importRowOf,
    transitionColumns: ({ runBy, reason, mapping, columns, comparedWith, ...plain }) => ({
      ...plain,
      ...(reason !== undefined && { reason: reason && JSON.stringify(reason) }),
      ...(comparedWith !== undefined && { comparedWith: comparedWith && JSON.stringify(comparedWith) }),
      ...(mapping !== undefined && { mapping: mapping && JSON.stringify(mapping) }),
      ...(columns !== undefined && { columns: JSON.stringify(columns) }),
      ...(runBy !== undefined && { runStaffID: runBy?.staffID ?? null, runEmail: runBy?.email ?? null }),
    }),
    afterMove: moveRows,
    attentionKind: "import-waiting",
    failedStates: ["failed"],
    outcomeColumns: ({ state, customerID, jobID, sentAt, operationID, forgetOperation }, nowMs) => ({
      ...(customerID !== undefined && { customerID }),
      ...(jobID !== undefined && { jobID }),
      ...(sentAt !== undefined && { sentAt }),
      ...(operationID !== undefined && { operationID }),
      ...(state !== "accepted" && !forgetOperation && { settledAt: nowMs }),
    }),
  });
  const { moveIn } = runs;

  const joined = () =>
    db.selectFrom("importRows").innerJoin("operations", "operations.operationID", "importRows.operationID");

  return {
    ...runs,
    /** Stores an import, its rows, its file and its audit event, if the limits allow it. */
    create: (
      newImport: StoredImport,
      rows: readonly ReadRow[],
      file: Uint8Array,
      event?: NewAuditEvent,
    ): Promise<ImportRoom> =>
      db.transaction().execute(async (on) => {
        const room = await importRoomFor(on, dialect, newImport);
        if (room !== "there-is") return room;
        const { importID } = newImport;
        await on.insertInto("imports").values(rowOfImport(newImport)).execute();
        await insertRows(on, importID, rows);
        for (let part = 0; part * partBytes < file.byteLength; part += 1) {
          const content = Buffer.from(file.subarray(part * partBytes, (part + 1) * partBytes)).toString("base64");
          await on.insertInto("importFiles").values({ importID, part, content }).execute();
        }
        if (event) await appendAudit(on, event, newImport.createdAt);
        return room;
      }),
    async counts(importIDs: readonly string[]): Promise<ReadonlyMap<string, ImportRowCounts>> {
      const counts = new Map<string, ImportRowCounts>();
      if (importIDs.length === 0) return counts;
      const rows = await db
        .selectFrom("importRows")
        .select(["importID", "state"])
        .select((builder) => [
          builder.fn.countAll<number>().as("count"),
          builder.fn.sum<number>("hasWarning").as("warnings"),
        ])
        .where("importID", "in", [...importIDs])
        .groupBy(["importID", "state"])
        .execute();
      for (const { importID, state, count, warnings } of rows) {
        const before = counts.get(importID);
        const sum = (before?.warnings ?? 0) + Number(warnings);
        counts.set(importID, { ...before, [state]: Number(count), warnings: sum });
      }
      return counts;
    },
    /** The original file. Null if it has been removed. */
    async file(importID: string): Promise<Uint8Array | null> {
      const parts = await db
        .selectFrom("importFiles")
        .select("content")
        .where("importID", "=", importID)
        .orderBy("part")
        .execute();
      return parts.length === 0 ? null : Buffer.concat(parts.map(({ content }) => Buffer.from(content, "base64")));
    },
    /** Replaces all rows and columns after the file was read again. Null if the state of the import has changed. */
    reread: (
      importID: string,
      from: readonly ImportState[],
      to: ImportTransition,
      rows: readonly ReadRow[],
      audited: AuditedStep,
    ) =>
      db.transaction().execute(async (on) => {
        const moved = await moveIn(on, importID, from, to, audited);
        if (!moved) return null;
        await on.deleteFrom("importRows").where("importID", "=", importID).execute();
        await insertRows(on, importID, rows);
        return moved;
      }),
    /** Stores corrections and decisions. Null if the state of the import has changed. */
    changeRows: (
      importID: string,
      from: readonly ImportState[],
      to: ImportTransition,
      rows: readonly ChangedRow[],
      audited?: AuditedStep,
    ) =>
      db.transaction().execute(async (on) => {
        const moved = await moveIn(on, importID, from, to, audited);
        if (!moved) return null;
        for (const { position, cells, problems = [] } of rows) {
          if (!cells) continue;
          await on
            .updateTable("importRows")
            .set({ cells: JSON.stringify(cells), problems: JSON.stringify(problems), corrected: 1 })
            .where("importID", "=", importID)
            .where("position", "=", position)
            .execute();
        }
        await writeChecks(
          on,
          importID,
          rows.map(({ check }) => check),
        );
        return moved;
      }),
    /**
     * Like `move`, for the step that sends the first customer. If a different import of the environment has started and
     * is unfinished, changes nothing and returns that import.
     */
    start: (
      importKey: Pick<StoredImport, "environment" | "importID">,
      from: readonly ImportState[],
      to: ImportTransition,
      audited: AuditedStep,
    ): Promise<{ started: StoredImport | null } | { other: StoredImport }> =>
      db.transaction().execute(async (on) => {
        const other = await startedImport(on, dialect, importKey);
        return other ? { other } : { started: await moveIn(on, importKey.importID, from, to, audited) };
      }),
    /** Stores check results. Works only while the lease is valid and the import is being checked. */
    keepChecks: (lease: Lease, rows: readonly RowCheck[]) =>
      underLease(db, dialect, lease, ["checking"], async (on) => {
        await writeChecks(on, lease.runID, rows);
        return true;
      }),
    /** The number of accepted rows, and the number of accepted rows whose job is unfinished. */
    async acceptedRows(importID: string): Promise<{ accepted: number; unfinished: number }> {
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
    /**
     * Adds the result of a row to the counts, which begin at zero whenever a person starts the import. Null without a
     * valid lease.
     */
    async countRow({ runID, leaseID }: Lease, state: "created" | "failed" | "unknown"): Promise<StoredImport | null> {
      const row = await db
        .updateTable("imports")
        .set((builder) => ({
          settledRows: builder("settledRows", "+", 1),
          ...(state === "failed" && {
            failuresInRow: builder("failuresInRow", "+", 1),
            failedRows: builder("failedRows", "+", 1),
            unknownsInRow: 0,
          }),
          ...(state === "unknown" && { unknownsInRow: builder("unknownsInRow", "+", 1) }),
          ...(state === "created" && { failuresInRow: 0, unknownsInRow: 0 }),
        }))
        .where("importID", "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .returningAll()
        .executeTakeFirst();
      return row ? importOfRow(row) : null;
    },
    /**
     * Resets the number of consecutive failures to 0 because a job has succeeded. Does not wait until the job's
     * customer is verified.
     */
    async endFailuresInRow({ runID, leaseID }: Lease): Promise<void> {
      await db
        .updateTable("imports")
        .set({ failuresInRow: 0 })
        .where("importID", "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .execute();
    },
    /** The accepted rows of this import whose operation is settled, so that their state must be updated. */
    async takeSettled(importID: string, limit: number): Promise<StoredImportRow[]> {
      const rows = await differing(joined())
        .selectAll("importRows")
        .where("importRows.importID", "=", importID)
        .where("importRows.state", "=", "accepted" satisfies ImportRowState)
        .limit(limit)
        .execute();
      return rows.map(importRowOf);
    },
    /**
     * Rows whose operation is now settled: unknown rows of all imports, and accepted rows of imports that are not
     * running.
     */
    async takeFollowed(limit: number) {
      const rows = await differing(joined())
        .innerJoin("imports", "imports.importID", "importRows.importID")
        .selectAll("importRows")
        .select(["imports.environment"])
        // Running imports are excluded, because they count the results of their own rows.
        .where((builder) =>
          builder.or([
            builder("importRows.state", "=", "unknown" satisfies ImportRowState),
            builder("imports.state", "not in", ["first", "running"] satisfies ImportState[]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(runs.trackedOf);
    },
    /**
     * Removes the files and row contents of imports that were uploaded before the given time. Unfinished imports are
     * cancelled. Imports that are creating customers are left unchanged. Returns the number of imports.
     */
    removeContent: (uploadedBeforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (on) => {
        const old = await on
          .selectFrom("imports")
          .select(["importID", "state"])
          .where("createdAt", "<", uploadedBeforeMs)
          .where("removedAt", "is", null)
          .where("state", "not in", ["first", "running"] satisfies ImportState[])
          .orderBy("createdAt")
          .limit(20)
          .execute();
        for (const { importID } of old) {
          const reason = { code: "expired", message: "It was not finished in time, and its file was removed." };
          const open = importStates.filter((state) => !isRunOver(state));
          await moveIn(on, importID, open, { state: "cancelled", pausedFrom: null, reason, finishedAt: nowMs });
          await on.updateTable("imports").set({ removedAt: nowMs }).where("importID", "=", importID).execute();
          await on.deleteFrom("importFiles").where("importID", "=", importID).execute();
          await on
            .updateTable("importRows")
            .set({ cells: null, request: null, problems: "[]", issues: "[]", candidates: "[]", comparedAs: null })
            .where("importID", "=", importID)
            .execute();
          // Keeps the company name and the reference of sent rows, because the operation stores these two values too.
          // In unsent rows, they are content of the file, so they are removed.
          await on
            .updateTable("importRows")
            .set({ companyName: null, reference: null })
            .where("importID", "=", importID)
            .where("operationID", "is", null)
            .execute();
        }
        return old.length;
      }),
  };
}
