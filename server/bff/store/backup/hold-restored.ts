import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import type { Problem } from "#lib/contract/errors.ts";
import type { BulkRowState } from "#lib/contract/operations/bulk.ts";
import { outboxNames } from "#lib/contract/values/console/outbox-names.ts";
import { type ImportState, importStates } from "#lib/contract/values/operations/import-states.ts";
import { isRunOver, runStates } from "#lib/contract/values/operations/run-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { insertFreeze, type NewFreeze } from "#server/bff/store/freezes/freezes.ts";
import { createOperationStore } from "#server/bff/store/operations/operations.ts";
import { addConsoleActor, consoleActor } from "#server/bff/store/planned/claim-step.ts";
import { suspendedByRestore } from "#server/bff/store/planned/planned-transitions.ts";
import { lockPlanned, savePlanned } from "#server/bff/store/planned/save-planned.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { readNow, storeNow } from "#server/bff/store/store-now.ts";
import type { Database, DatabaseDialect } from "#server/database/open-database.ts";

type On = Transaction<ConsoleSchema>;

export interface RestoreFacts {
  /** When the backup was made, as text. */
  madeAt: string;
  nowMs: number;
  /** The problem to record for a write that has no recorded API answer in the backup. */
  unknown: Problem;
  /** The event for the audit log. The numbers of held items are added to it. */
  event: NewAuditEvent;
}

/** The work that a restored store does not continue on its own. */
export interface HeldByRestore {
  operations: number;
  bulks: number;
  imports: number;
  plannedChanges: number;
  suspendedPlannedChanges: number;
}

/** The reason code of bulk changes and imports that are paused after a restore. */
const reasonCode = "restored";

/**
 * Prevents a restored store from sending anything. Work that was unfinished at the time of the backup may have been
 * completed later, and the restored store does not know this. Call this before a console can start on the store
 * (docs/decisions/0031-backups.md).
 * - Bulk changes and imports are paused, and their rows are compared again before they continue.
 * - Planned changes are frozen.
 * - Writes without a recorded API answer become unknown and are resolved only by reading.
 * - Scheduled exports continue with their next time in the future.
 * - Nothing is pushed. People's notifications that waited to be sent stay in the console only.
 */
export async function holdRestored(
  { db, dialect }: Pick<Database<ConsoleSchema>, "db" | "dialect">,
  { madeAt, nowMs, unknown, event }: RestoreFacts,
): Promise<HeldByRestore> {
  const { sequence: lastSequence } = await db.selectFrom("auditChain").select("sequence").executeTakeFirstOrThrow();
  const operations = await settleAsUnknown({ db, dialect }, unknown, nowMs);
  return db.transaction().execute(async (on) => {
    const bulks = await pauseBulks(on, madeAt);
    const imports = await pauseImports(on, madeAt, nowMs);
    const planned = await holdPlannedChanges(on, dialect, madeAt);
    const held: HeldByRestore = { operations, bulks, imports, ...planned };
    // A proposal that waited at the time of the backup may have been accepted since then.
    await on.updateTable("proposals").set({ state: "expired" }).where("state", "=", "waiting").execute();
    await holdExports(on, nowMs);
    // An e-mail that is not tried again is no longer a problem.
    const noProblem = { emailProblem: null, emailProblemAt: null };
    await on.updateTable("ownNotifications").set(noProblem).where("emailAt", "is not", null).execute();
    await on.updateTable("ownNotifications").set({ emailAt: null, endpointAt: null }).execute();
    await stopOutboxes(on, lastSequence, nowMs);
    await appendAudit(on, { ...event, after: { ...(event.after as object), held } }, nowMs);
    return held;
  });
}

/**
 * Marks writes without a recorded API answer as unknown. A write that was not yet sent at the time of the backup may
 * have been sent later.
 */
async function settleAsUnknown(
  { db, dialect }: Pick<Database<ConsoleSchema>, "db" | "dialect">,
  problem: Problem,
  nowMs: number,
): Promise<number> {
  const unsettled = await db
    .selectFrom("operations")
    .select("operationID")
    .where("state", "in", ["recorded", "sent"])
    .orderBy("operationID")
    .execute();
  const store = createOperationStore(db, dialect);
  for (const { operationID } of unsettled) {
    await store.settle(operationID, ["recorded", "sent"], { state: "unknown", problem, dueAt: nowMs }, nowMs);
  }
  return unsettled.length;
}

/** The condition for a row that was claimed, but whose operation was not recorded yet at the time of the backup. */
const withoutOperation = (table: "bulkRows" | "importRows") =>
  sql<boolean>`"state" = 'sending' and not exists (select 1 from "operations"
    where "operations"."operationID" = ${sql.table(table)}."operationID")`;

async function pauseBulks(on: On, madeAt: string): Promise<number> {
  const message = `Paused by a restore from the backup of ${madeAt}. Customers may have been changed after it: when you resume, every customer that is left is checked again before anything is sent.`;
  const paused = await on
    .updateTable("bulks")
    .set({ state: "paused", pausedFrom: "checking", reason: JSON.stringify({ code: reasonCode, message }) })
    // Forgets the first customer, so that a single customer is again sent first after the restore.
    .set({ leaseID: null, leaseUntil: null, firstPosition: null })
    .where(
      "state",
      "in",
      runStates.filter((state) => !isRunOver(state)),
    )
    .returning("bulkID")
    .execute();
  const bulkIDs = paused.map(({ bulkID }) => bulkID);
  if (bulkIDs.length === 0) return 0;
  await on
    .updateTable("bulkRows")
    .set({ state: "pending" satisfies BulkRowState, operationID: null })
    .where("bulkID", "in", bulkIDs)
    .where((builder) =>
      builder.or([builder("state", "=", "ready" satisfies BulkRowState), withoutOperation("bulkRows")]),
    )
    .execute();
  return bulkIDs.length;
}

/**
 * In these states, an import has not compared its rows with the existing customers yet. The later comparison also finds
 * customers that were created after the backup. For this reason, a restore need not pause the import.
 */
const unchecked: readonly ImportState[] = ["uploaded", "mapped"];

async function pauseImports(on: On, madeAt: string, nowMs: number): Promise<number> {
  const message = `Paused by a restore from the backup of ${madeAt}. Customers may have been created after it: when you resume, every row that is left is compared with all customers again before anything is sent.`;
  const paused = await on
    .updateTable("imports")
    .set({ state: "paused", pausedFrom: "checking", reason: JSON.stringify({ code: reasonCode, message }) })
    .set({ leaseID: null, leaseUntil: null, digest: null, restoredAt: nowMs })
    .where(
      "state",
      "in",
      importStates.filter((state) => !isRunOver(state) && !unchecked.includes(state)),
    )
    .returning("importID")
    .execute();
  const importIDs = paused.map(({ importID }) => importID);
  if (importIDs.length === 0) return 0;
  await on
    .updateTable("importRows")
    .set({ state: "ready", operationID: null })
    .where("importID", "in", importIDs)
    .where(withoutOperation("importRows"))
    .execute();
  return importIDs.length;
}

async function holdPlannedChanges(on: On, dialect: DatabaseDialect, madeAt: string) {
  // The store's clock decides when steps are due and whether a freeze is in force. The clock of this process may be ahead.
  const nowMs = await readNow(on, storeNow(dialect));
  const open = await on
    .selectFrom("plannedChanges")
    .select(["plannedChangeID", "environment"])
    .where("finishedAt", "is", null)
    .orderBy("plannedChangeID")
    .execute();
  const message = `The store was restored from a backup of ${madeAt}. This was due before that and may have run. Compare it with the contract, then review it again or cancel it.`;
  let suspendedPlannedChanges = 0;
  const environments = new Set<Environment>();
  for (const { plannedChangeID, environment: word } of open) {
    const environment = environmentSchema.parse(word);
    environments.add(environment);
    const before = await lockPlanned(on, { environment, plannedChangeID });
    const after = before && suspendedByRestore(before, message, nowMs);
    if (!before || !after) continue;
    await savePlanned(on, before, after, nowMs);
    suspendedPlannedChanges += 1;
  }
  if (environments.size > 0) await addConsoleActor(on, storeNow(dialect));
  const reason = `The store was restored from a backup of ${madeAt}. Planned changes may have been changed, cancelled or run after it.`;
  for (const environment of environments) {
    const freeze: NewFreeze = {
      freezeID: randomUUID(),
      environment,
      scope: "planned",
      includesReverts: true,
      reason,
      startsAt: null,
      endsAt: null,
      zone: "UTC",
      repeats: null,
      createdBy: consoleActor,
    };
    await insertFreeze(on, freeze, nowMs);
  }
  return { plannedChanges: open.length, suspendedPlannedChanges };
}

/**
 * Lets scheduled exports continue with their next time in the future. Runs that were waiting or running at the time of
 * the backup have failed. Files are not part of a backup, so all stored files are marked as removed.
 */
async function holdExports(on: On, nowMs: number): Promise<void> {
  await on.updateTable("exportSchedules").set({ dueAt: null }).execute();
  const problem = JSON.stringify({ code: reasonCode, message: "The store was restored before this run was finished." });
  await on
    .updateTable("exportRuns")
    .set({ state: "failed", problem, finishedAt: nowMs, storedBytes: 0, leaseID: null, leaseUntil: null })
    .where("state", "in", ["waiting", "running"])
    .execute();
  await on
    .updateTable("exportRuns")
    .set({ removedAt: nowMs, removedWhy: "restore", storedBytes: 0 })
    .where("state", "=", "done")
    .where("removedAt", "is", null)
    .execute();
  await on
    .updateTable("exportRuns")
    .set({ sendState: "given-up", sentAt: nowMs })
    .where("sendState", "=", "waiting")
    .execute();
}

/** Stops the outboxes, because events up to `lastSequence` may already have been sent before the restore. */
async function stopOutboxes(on: On, lastSequence: number, nowMs: number): Promise<void> {
  for (const name of outboxNames) {
    const stopped = { stoppedAt: nowMs, lastSequence };
    await on
      .insertInto("stoppedOutboxes")
      .values({ name, ...stopped })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(stopped))
      .execute();
  }
}
