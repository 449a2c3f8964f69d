import type { Kysely, Transaction, Updateable } from "kysely";
import {
  type ImportRowState,
  type ImportState,
  importStates,
  isImportOver,
} from "#lib/contract/values/operations/import-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { createLeaseStore, type Lease, lockLease } from "#server/bff/store/runs/lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { importRoomFor, startedImport } from "./import-room.ts";
import { createImportRowStore, writeChecks } from "./import-row-store.ts";
import { importOfRow, newImportRow, rowOfImport, type StoredImport } from "./import-rows.ts";
import type { AuditedImportStep, ImportRowCounts, ImportStore, ImportTransition, ReadRow } from "./import-store.ts";

const working = ["checking", "first", "running"] as const satisfies ImportState[];

/** The size of one stored part of a file, in bytes. */
const partBytes = 192 * 1024;
const insertedAtOnce = 200;

function columnsOf({
  runBy,
  reason,
  mapping,
  columns,
  ...plain
}: ImportTransition): Updateable<ConsoleSchema["imports"]> {
  return {
    ...plain,
    ...(reason === undefined ? {} : { reason: reason && JSON.stringify(reason) }),
    ...(mapping === undefined ? {} : { mapping: mapping && JSON.stringify(mapping) }),
    ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
    ...(runBy === undefined ? {} : { runStaffID: runBy?.staffID ?? null, runEmail: runBy?.email ?? null }),
  };
}

async function insertRows(on: Transaction<ConsoleSchema>, importID: string, rows: readonly ReadRow[]): Promise<void> {
  const all = rows.map((row, index) => newImportRow(importID, index + 1, row));
  for (let at = 0; at < all.length; at += insertedAtOnce) {
    await on
      .insertInto("importRows")
      .values(all.slice(at, at + insertedAtOnce))
      .execute();
  }
}

export function createImportStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): ImportStore {
  const leaseStore = createLeaseStore(db, dialect, "imports");

  async function moveIn(
    on: Transaction<ConsoleSchema>,
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    audited?: AuditedImportStep,
  ): Promise<StoredImport | null> {
    const row = await on
      .updateTable("imports")
      .set(columnsOf(to))
      .where("importID", "=", importID)
      .where("state", "in", [...from])
      .returningAll()
      .executeTakeFirst();
    if (row && to.state === "cancelled") {
      await on
        .updateTable("importRows")
        .set({ state: "cancelled" satisfies ImportRowState })
        .where("importID", "=", importID)
        .where("state", "in", ["pending", "ready", "similar"] satisfies ImportRowState[])
        .execute();
    }
    if (row) await audited?.guard?.(on);
    if (row && audited) await appendAudit(on, audited.event, audited.nowMs);
    return row ? importOfRow(row) : null;
  }

  return {
    ...createImportRowStore(db, dialect),
    ...leaseStore,
    create: (newImport, rows, file, event) =>
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
    async find(environment, importID) {
      const row = await db
        .selectFrom("imports")
        .selectAll()
        .where("environment", "=", environment)
        .where("importID", "=", importID)
        .executeTakeFirst();
      return row ? importOfRow(row) : null;
    },
    async list({ environment, states, ticketKey, staffID }, { limit, offset }) {
      let own = db.selectFrom("imports").where("environment", "=", environment);
      if (states !== undefined) own = own.where("state", "in", [...states]);
      if (ticketKey !== undefined) own = own.where("ticketKey", "=", ticketKey);
      if (staffID !== undefined) own = own.where("staffID", "=", staffID);
      const { total } = await own
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await own
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("importID")
        .limit(limit)
        .offset(offset)
        .execute();
      return { imports: rows.map(importOfRow), total: Number(total) };
    },
    async counts(importIDs) {
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
    async file(importID) {
      const parts = await db
        .selectFrom("importFiles")
        .select("content")
        .where("importID", "=", importID)
        .orderBy("part")
        .execute();
      return parts.length === 0 ? null : Buffer.concat(parts.map(({ content }) => Buffer.from(content, "base64")));
    },
    reread: (importID, from, to, rows, audited) =>
      db.transaction().execute(async (on) => {
        const moved = await moveIn(on, importID, from, to, audited);
        if (!moved) return null;
        await on.deleteFrom("importRows").where("importID", "=", importID).execute();
        await insertRows(on, importID, rows);
        return moved;
      }),
    changeRows: (importID, from, to, rows, audited) =>
      db.transaction().execute(async (on) => {
        const moved = await moveIn(on, importID, from, to, audited);
        if (!moved) return null;
        for (const { position, cells } of rows) {
          if (!cells) continue;
          await on
            .updateTable("importRows")
            .set({ cells: JSON.stringify(cells), problems: "[]", corrected: 1 })
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
    move: (importID, from, to, audited) => db.transaction().execute((on) => moveIn(on, importID, from, to, audited)),
    moveHeld: (lease, from, to) =>
      db.transaction().execute(async (on) => {
        if (!(await lockLease(on, dialect, lease, from))) return null;
        return moveIn(on, lease.runID, from, to);
      }),
    start: (importKey, from, to, audited) =>
      db.transaction().execute(async (on) => {
        const other = await startedImport(on, dialect, importKey);
        return other ? { other } : { started: await moveIn(on, importKey.importID, from, to, audited) };
      }),
    async take(wanted) {
      const taken: { import: StoredImport; lease: Lease }[] = [];
      for (const lease of await leaseStore.takeLeases({ ...wanted, states: working })) {
        const row = await db.selectFrom("imports").selectAll().where("importID", "=", lease.runID).executeTakeFirst();
        if (row) taken.push({ import: importOfRow(row), lease });
      }
      return taken;
    },
    async findHeld({ runID, leaseID }, state) {
      const row = await db
        .selectFrom("imports")
        .selectAll()
        .where("importID", "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .where("state", "=", state)
        .executeTakeFirst();
      return row ? importOfRow(row) : null;
    },
    async countRow({ runID, leaseID }, state) {
      const row = await db
        .updateTable("imports")
        .set((builder) => ({
          settledRows: builder("settledRows", "+", 1),
          ...(state === "failed"
            ? {
                failuresInRow: builder("failuresInRow", "+", 1),
                failedRows: builder("failedRows", "+", 1),
                unknownsInRow: 0,
              }
            : {}),
          ...(state === "unknown" ? { unknownsInRow: builder("unknownsInRow", "+", 1) } : {}),
          ...(state === "created" ? { failuresInRow: 0, unknownsInRow: 0 } : {}),
        }))
        .where("importID", "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .returningAll()
        .executeTakeFirst();
      return row ? importOfRow(row) : null;
    },
    removeContent: (uploadedBeforeMs, nowMs) =>
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
          const open = importStates.filter((state) => !isImportOver(state));
          await moveIn(on, importID, open, { state: "cancelled", pausedFrom: null, reason, finishedAt: nowMs });
          await on.updateTable("imports").set({ removedAt: nowMs }).where("importID", "=", importID).execute();
          await on.deleteFrom("importFiles").where("importID", "=", importID).execute();
          await on
            .updateTable("importRows")
            .set({ cells: null, request: null, problems: "[]", issues: "[]", candidates: "[]", comparedAs: null })
            .where("importID", "=", importID)
            .execute();
          // Operations keep what was sent. In the other rows, the name is content of the file too.
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
