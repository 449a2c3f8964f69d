import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import type { BulkState } from "#lib/contract/operations/bulk.ts";
import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import { instant } from "#lib/format/instant.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { AuditChainTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import { appendAudit } from "./append-audit.ts";
import type { AuditRow } from "./audit-hash.ts";
import { auditKeysOf } from "./audit-keys.ts";
import { breakOfRow, checkAnchor } from "./verify-audit.ts";

const rowsAtOnce = 500;

/**
 * The number of operations in a batch. It is small, because the database updates three counts for each removed
 * operation. On SQLite, all other requests wait until the batch is done.
 */
const operationsAtOnce = 200;

const removed = (after: Record<string, unknown>): NewAuditEvent => ({
  actor: { kind: "console" },
  action: "retention.applied",
  outcome: "done",
  after,
});

/** Records in the audit log how many records of a kind were removed, if any. Returns the number. */
async function recordRemoval(
  transaction: Transaction<ConsoleSchema>,
  what: string,
  count: number,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<number> {
  if (count > 0) {
    await appendAudit(transaction, removed({ what, removed: count, olderThan: instant(beforeMs) }), nowMs);
  }
  return count;
}

/**
 * Returns the oldest rows up to, but not including, the first row that was changed after it was written. Retention
 * keeps that row and all later rows, so that it never removes the traces of a manipulation. Throws if the very first
 * row was changed, so that somebody notices.
 */
async function keepChanged(
  transaction: Transaction<ConsoleSchema>,
  chain: Selectable<AuditChainTable>,
  old: readonly AuditRow[],
): Promise<readonly AuditRow[]> {
  if (old.length === 0) return old;
  const keys = auditKeysOf(transaction);
  let changed: AuditBreak | undefined;
  await checkAnchor(transaction, chain, (one) => {
    changed ??= one;
  });
  let previous: Pick<AuditRow, "sequence" | "hash"> = { sequence: chain.anchorSequence, hash: chain.anchorHash };
  const intact: AuditRow[] = [];
  for (const row of old) {
    changed ??= breakOfRow(row, previous, chain, keys);
    if (changed) break;
    intact.push(row);
    previous = row;
  }
  if (changed && intact.length === 0) {
    throw new Error(`The audit log is not as it was written at row ${changed.sequence}: no old event is removed`);
  }
  return intact;
}

/**
 * Functions that remove records older than `beforeMs`. Each call removes one small batch and returns the number of
 * removed records. Only `removeHandled` removes all old records at once.
 */
export function createRetentionStore(db: Kysely<ConsoleSchema>) {
  return {
    /**
     * Removes the oldest events, always from the start of the chain. With `onlyPushed`, events that the receiver has
     * not accepted are kept. The last removed event is stored as the anchor. The oldest remaining event links to the
     * anchor.
     */
    removeAudit: (beforeMs: number, nowMs: number, onlyPushed: boolean): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        // This UPDATE changes no value, but it locks the row. Until the end of the transaction no event is added and no
        // other batch is removed.
        const chain = await transaction
          .updateTable("auditChain")
          .set({ only: 1 })
          .returningAll()
          .executeTakeFirstOrThrow();
        const pushed = await transaction.selectFrom("auditPush").select("sequence").executeTakeFirstOrThrow();
        let oldest = transaction.selectFrom("audit").selectAll().where("sequence", ">", chain.anchorSequence);
        if (onlyPushed) oldest = oldest.where("sequence", "<=", pushed.sequence);
        const rows = await oldest.orderBy("sequence").limit(rowsAtOnce).execute();
        const firstKept = rows.findIndex(({ at }) => at >= beforeMs);
        const old = await keepChanged(transaction, chain, firstKept === -1 ? rows : rows.slice(0, firstKept));
        const last = old.at(-1);
        if (!last) return 0;
        await transaction.deleteFrom("audit").where("sequence", "<=", last.sequence).execute();
        await transaction
          .updateTable("auditChain")
          .set({ anchorSequence: last.sequence, anchorHash: last.hash })
          .execute();
        const range = { first: old[0]?.sequence, last: last.sequence, olderThan: instant(beforeMs) };
        await appendAudit(transaction, removed({ what: "audit", removed: old.length, ...range }), nowMs);
        return old.length;
      }),
    /** Removes operations that need no further work. */
    removeOperations: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const over = transaction
          .selectFrom("operations")
          .select("operationID")
          .where("createdAt", "<", beforeMs)
          // The expression matches no index on purpose. With a matching index, SQLite would read and sort every
          // finished operation.
          .where(sql`coalesce("dueAt", "followDueAt")`, "is", null)
          .orderBy("createdAt")
          .limit(operationsAtOnce);
        const gone = await transaction
          .deleteFrom("operations")
          .where("operationID", "in", over)
          .returning("operationID")
          .execute();
        return recordRemoval(transaction, "operations", gone.length, { beforeMs, nowMs });
      }),
    /** Removes customer notes that were last changed before `beforeMs`. */
    removeNotes: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const old = transaction
          .selectFrom("customerNotes")
          .select("noteID")
          .where("createdAt", "<", beforeMs)
          .where((builder) => builder.or([builder("editedAt", "is", null), builder("editedAt", "<", beforeMs)]))
          .orderBy("createdAt")
          .limit(rowsAtOnce);
        const gone = await transaction
          .deleteFrom("customerNotes")
          .where("noteID", "in", old)
          .returning("noteID")
          .execute();
        return recordRemoval(transaction, "notes", gone.length, { beforeMs, nowMs });
      }),
    /** Removes the marks of items that were handled before `beforeMs`. */
    removeHandled: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("attentionHandled")
          .where("createdAt", "<", beforeMs)
          .executeTakeFirst();
        return recordRemoval(transaction, "marks of what was handled", Number(numDeletedRows), { beforeMs, nowMs });
      }),
    /** Removes one finished bulk change with its rows. */
    removeBulks: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const over = await transaction
          .selectFrom("bulks")
          .select("bulkID")
          .where("state", "in", ["finished", "cancelled"] satisfies BulkState[])
          .where("finishedAt", "<", beforeMs)
          .orderBy("createdAt")
          .limit(1)
          .executeTakeFirst();
        if (!over) return 0;
        // This UPDATE changes no value, but it locks the row. All code locks this row before it locks rows of the bulk
        // change, so no deadlock is possible.
        await transaction.updateTable("bulks").set({ bulkID: over.bulkID }).where("bulkID", "=", over.bulkID).execute();
        await transaction.deleteFrom("bulkRows").where("bulkID", "=", over.bulkID).execute();
        const gone = await transaction.deleteFrom("bulks").where("bulkID", "=", over.bulkID).executeTakeFirst();
        if (gone.numDeletedRows === 0n) return 0;
        const after = { what: "bulk changes", removed: 1, olderThan: instant(beforeMs) };
        const target = { kind: "bulk", id: over.bulkID } as const;
        await appendAudit(transaction, { ...removed(after), target }, nowMs);
        return 1;
      }),
    /** Removes one finished import with its rows and its file. */
    removeImports: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const over = await transaction
          .selectFrom("imports")
          .select("importID")
          .where("state", "in", ["finished", "cancelled"] satisfies ImportState[])
          .where("finishedAt", "<", beforeMs)
          .orderBy("createdAt")
          .limit(1)
          .executeTakeFirst();
        if (!over) return 0;
        const { importID } = over;
        await transaction.updateTable("imports").set({ importID }).where("importID", "=", importID).execute();
        await transaction.deleteFrom("importFiles").where("importID", "=", importID).execute();
        await transaction.deleteFrom("importRows").where("importID", "=", importID).execute();
        const gone = await transaction.deleteFrom("imports").where("importID", "=", importID).executeTakeFirst();
        if (gone.numDeletedRows === 0n) return 0;
        const after = { what: "imports", removed: 1, olderThan: instant(beforeMs) };
        await appendAudit(transaction, { ...removed(after), target: { kind: "import", id: importID } }, nowMs);
        return 1;
      }),
    /** Removes one finished planned change with its steps. */
    removePlanned: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const over = await transaction
          .selectFrom("plannedChanges")
          .select("plannedChangeID")
          .where("finishedAt", "<", beforeMs)
          .orderBy("finishedAt")
          .limit(1)
          .executeTakeFirst();
        if (!over) return 0;
        const { plannedChangeID } = over;
        await transaction
          .updateTable("plannedChanges")
          .set({ plannedChangeID })
          .where("plannedChangeID", "=", plannedChangeID)
          .execute();
        for (const table of ["plannedAttempts", "plannedSteps"] as const) {
          await transaction.deleteFrom(table).where("plannedChangeID", "=", plannedChangeID).execute();
        }
        const gone = await transaction
          .deleteFrom("plannedChanges")
          .where("plannedChangeID", "=", plannedChangeID)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) return 0;
        const after = { what: "planned changes", removed: 1, olderThan: instant(beforeMs) };
        await appendAudit(transaction, { ...removed(after), target: { kind: "planned", id: plannedChangeID } }, nowMs);
        return 1;
      }),
    /** Removes closed requests for approval. Requests that an open planned change needs are kept. */
    removeApprovals: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const old = transaction
          .selectFrom("approvals")
          .select("approvalID")
          .where("createdAt", "<", beforeMs)
          .where((builder) => builder.or([builder("state", "!=", "waiting"), builder("expiresAt", "<", beforeMs)]))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("plannedChanges")
                  .select("plannedChanges.plannedChangeID")
                  .whereRef("plannedChanges.approvalID", "=", "approvals.approvalID")
                  .where("plannedChanges.finishedAt", "is", null),
              ),
            ),
          )
          .orderBy("createdAt")
          .limit(rowsAtOnce);
        const { numDeletedRows } = await transaction
          .deleteFrom("approvals")
          .where("approvalID", "in", old)
          .executeTakeFirst();
        return recordRemoval(transaction, "requests for approval", Number(numDeletedRows), { beforeMs, nowMs });
      }),
    /** Removes proposals, and the refusals of clients that proposed too much. */
    removeProposals: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const old = transaction
          .selectFrom("proposals")
          .select("proposalID")
          .where("createdAt", "<", beforeMs)
          .where("expiresAt", "<", beforeMs)
          .orderBy("createdAt")
          .limit(rowsAtOnce);
        const proposals = await transaction.deleteFrom("proposals").where("proposalID", "in", old).executeTakeFirst();
        const refusals = await transaction
          .deleteFrom("proposalRefusals")
          .where("refusedAt", "<", beforeMs)
          .executeTakeFirst();
        return recordRemoval(transaction, "proposals", Number(proposals.numDeletedRows + refusals.numDeletedRows), {
          beforeMs,
          nowMs,
        });
      }),
  };
}
