import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from "kysely";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Problem } from "#lib/contract/errors.ts";
import { rejectionSource } from "#lib/contract/operation-outcome.ts";
import type { OperationState, ReconcileFinding } from "#lib/contract/operations/operation.ts";
import { type ChangeLimitBlock, checkLimitToSend } from "#server/bff/store/change-limits/change-limits.ts";
import type { FreezeUse } from "#server/bff/store/freezes/freeze-periods.ts";
import { checkFreezes, type FreezeBlock, lockFreezes, type NextFreeze } from "#server/bff/store/freezes/freezes.ts";
import { suspendPlannedFor } from "#server/bff/store/planned/suspend-planned.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { lockLease } from "#server/bff/store/runs/lease.ts";
import { companyColumns } from "#server/bff/store/schema/company-columns.ts";
import { createOperationOutcomes } from "#server/bff/store/schema/operation-outcomes.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { appendWriteEvent, settledEvent } from "./operation-audit.ts";
import { awaitedEffect, nextEffectReadingMs } from "./operation-effects.ts";
import { notifyOfOperation } from "./operation-own-notifications.ts";
import { createOperationReading } from "./operation-reading.ts";
import { createOperationRecording, type WriteGuard } from "./operation-recording.ts";
import { operationOfRow, type StoredOperation, type Transition } from "./operation-rows.ts";

/** What is stored and checked when an operation is marked as sent. */
export interface SendMark {
  before?: Contract;
  companyName?: string | undefined;
  dueAt: number;
  lease?: Lease | undefined;
  guard?: WriteGuard | undefined;
  /** What a freeze must stop to stop this write. Missing: `write`. */
  use?: FreezeUse | undefined;
  /**
   * True if the customer's planned change must be suspended too. False if the planned change itself sends this
   * operation.
   */
  suspendsPlannedChanges?: boolean;
}

/** The result of marking an operation as sent. */
export interface Marked extends Transition {
  /** The freeze that stops the write. The operation stays `recorded`. */
  block?: FreezeBlock | undefined;
  /** Set if the change limit stops the write. The operation stays `recorded`. */
  limit?: ChangeLimitBlock | undefined;
  /** The next known freeze that stops the write. Null if none is known, or if the write was not marked. */
  nextFreeze: NextFreeze | null;
}

/** The new state of a write when it is settled, and the data that belongs to this state. */
export interface Settlement {
  state: Extract<OperationState, "accepted" | "rejected" | "unknown" | "reconciled">;
  customerID?: string | undefined;
  companyName?: string | undefined;
  jobID?: string | undefined;
  before?: Contract | undefined;
  after?: Contract | undefined;
  /** If missing, the stored problem is removed. */
  problem?: Problem | undefined;
  confirmedAt?: number | undefined;
  /**
   * True if a write without a job is finished with the API's answer. Its duration is then the time until this answer.
   */
  isDoneWithoutJob?: boolean | undefined;
  /** When to check again. Only for `unknown`. */
  dueAt?: number | undefined;
}

/** Thrown to roll back the transaction when an operation may not change its state. */
class MoveRefused extends Error {
  override readonly name = "MoveRefused";
}

type On = Transaction<ConsoleSchema>;

const unsettled = ["recorded", "sent", "unknown"] as const satisfies OperationState[];

type Change = UpdateObject<ConsoleSchema, "operations">;

/**
 * Starts tracking the job of an accepted write. Does nothing if an API answer about the job is already stored. If the
 * write needs no job, its duration is the time until the API's answer.
 */
function followed(jobID: string | undefined, nowMs: number, isDoneWithoutJob = false): Change {
  if (jobID === undefined) {
    if (!isDoneWithoutJob) return {};
    const isDone = sql<boolean>`"jobID" is null and "state" = 'sent'`;
    return { tookMs: sql<number | null>`case when ${isDone} then ${nowMs} - "sentAt" else "tookMs" end` };
  }
  return { followDueAt: sql<number | null>`case when "job" is null then ${nowMs} else "followDueAt" end` };
}

/**
 * The effect columns of a newly accepted write. The sender checks the effect immediately, so the next check comes a
 * second later.
 */
function effectOf(known: Pick<Settlement, "customerID" | "jobID" | "confirmedAt">, nowMs: number): Change {
  return awaitedEffect(known, nextEffectReadingMs(nowMs, nowMs), nowMs);
}

const jsonOrNull = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

type Builder = ExpressionBuilder<ConsoleSchema, "operations">;

/**
 * An SQL condition: no other operation of the same kind has the customer `customerID` or may still get this customer.
 */
function isFreeFor(builder: Builder, customerID: string) {
  const others = builder
    .selectFrom("operations as other")
    .select("other.operationID")
    .whereRef("other.environment", "=", "operations.environment")
    .whereRef("other.operationID", "!=", "operations.operationID")
    .whereRef("other.kind", "=", "operations.kind")
    .where((other) =>
      other.or([
        other.and([other("other.customerID", "=", customerID), other("other.state", "in", ["accepted", "reconciled"])]),
        other.and([
          other("other.matchKey", "=", other.ref("operations.matchKey")),
          other.or([
            other("other.state", "in", ["sent", "unknown"]),
            other.and([other("other.state", "=", "accepted"), other("other.customerID", "is", null)]),
          ]),
        ]),
      ]),
    );
  return builder.not(builder.exists(others));
}

/**
 * The store of recorded writes. A state changes by a conditional UPDATE, so that only one of two concurrent changes
 * succeeds. Database errors are passed on unchanged.
 */
export type OperationStore = ReturnType<typeof createOperationStore>;

export function createOperationStore(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  now = () => storeNow(dialect),
) {
  interface MoveOptions {
    condition?: (builder: Builder) => Expression<SqlBool>;
    lease?: Lease | undefined;
    settledAt?: number;
    /** Runs first in the same transaction. If it returns false, the operation does not change its state. */
    first?: (on: On) => Promise<boolean>;
    /**
     * Runs after the lease was locked and before the operation, because operations must be locked last. If it returns
     * false, the operation does not change its state.
     */
    before?: (on: On, operation: StoredOperation) => Promise<boolean>;
  }

  /**
   * The only function that changes the state of an operation. The audit event must be written in the same transaction.
   */
  function move(
    operationID: string,
    from: readonly OperationState[],
    change: Change,
    { condition, lease, settledAt, first, before }: MoveOptions = {},
  ): Promise<Transition> {
    const moving = db.transaction().execute(async (transaction) => {
      if (first && !(await first(transaction))) throw new MoveRefused();
      const isHeld = lease === undefined || (await lockLease(transaction, dialect, lease));
      let update = transaction
        .updateTable("operations")
        .set(change)
        .where("operationID", "=", operationID)
        .where("state", "in", [...from]);
      if (condition) update = update.where(condition);
      if (isHeld && before && !(await before(transaction, await read(transaction, operationID)))) {
        throw new MoveRefused();
      }
      const mine = isHeld ? await update.returningAll().executeTakeFirst() : undefined;
      if (!mine && before) throw new MoveRefused();
      if (mine) {
        const operation = operationOfRow(mine);
        if (settledAt !== undefined) {
          if (mine.outcome === "failed") notifyOfOperation(transaction, operation, "failed", settledAt);
          await appendWriteEvent(transaction, settledEvent(operation), settledAt);
        }
        return { operation, isMine: true };
      }
      return { operation: await read(transaction, operationID), isMine: false };
    });
    // A `MoveRefused` error has rolled back the transaction, so the operation is unchanged.
    return moving.catch(async (error: unknown) => {
      if (error instanceof MoveRefused) return { operation: await read(db, operationID), isMine: false };
      throw error;
    });
  }

  async function read(on: Kysely<ConsoleSchema>, operationID: string): Promise<StoredOperation> {
    const row = await on
      .selectFrom("operations")
      .selectAll()
      .where("operationID", "=", operationID)
      .executeTakeFirstOrThrow();
    return operationOfRow(row);
  }

  /** Does the checks and changes that must come before an operation is marked as sent. */
  async function beforeSent(
    on: On,
    operation: StoredOperation,
    { guard, suspendsPlannedChanges = false }: Pick<SendMark, "guard" | "suspendsPlannedChanges">,
  ) {
    const { environment, customerID, operationID, actor, request } = operation;
    if (guard && !(await guard(on))) return false;
    if (!suspendsPlannedChanges || customerID === null) return true;
    const { plannedChangeID } = request as { plannedChangeID?: string };
    await suspendPlannedFor(on, dialect, { environment, customerID, operationID, actor, plannedChangeID });
    return true;
  }

  async function take(due: { operationID: string; dueAt: number | null }, untilMs: number) {
    const row = await db
      .updateTable("operations")
      .set((builder) => ({ dueAt: untilMs, attempts: builder("attempts", "+", 1) }))
      .where("operationID", "=", due.operationID)
      .where("dueAt", "=", due.dueAt)
      .where("state", "in", [...unsettled])
      .returningAll()
      .executeTakeFirst();
    return row ? operationOfRow(row) : null;
  }

  return {
    ...createOperationRecording(db, dialect),
    ...createOperationReading(db, dialect),
    ...createOperationOutcomes(db),
    /**
     * Moves an operation from `recorded` to `sent`. If `isMine` is false, the caller must not send the write. A row of
     * a bulk change passes its lease, and a step of a planned change passes its guard. If the lease is no longer valid,
     * the guard returns false, or a freeze or the change limit stops the write, the operation stays `recorded`. The
     * freezes are locked, so that no write is marked after a freeze has begun.
     */
    async markSent(
      operationID: string,
      { before, companyName, dueAt, lease, use = "write", ...onMark }: SendMark,
      nowMs: number,
    ): Promise<Marked> {
      let block: FreezeBlock | undefined;
      let limit: ChangeLimitBlock | undefined;
      let nextFreeze: NextFreeze | null = null;
      // A revert must always run, so the change limit does not apply to it.
      const isCounted = use !== "revert";
      const isFree = async (on: On) => {
        const { environment, customerID, actor } = await read(on, operationID);
        await lockFreezes(on, dialect, environment, "shared");
        const checked = await checkFreezes(on, environment, use, now());
        block = checked.block;
        nextFreeze = checked.block ? null : checked.next;
        if (block) return false;
        if (isCounted) {
          limit = await checkLimitToSend(on, dialect, { environment, customerID, staffID: actor.staffID }, now());
        }
        return limit === undefined;
      };
      const moved = await move(
        operationID,
        ["recorded"],
        {
          state: "sent",
          sentAt: nowMs,
          ...(isCounted && { countedAt: now() }),
          before: jsonOrNull(before),
          dueAt,
          ...companyColumns(companyName),
        },
        { lease, first: isFree, before: (on, operation) => beforeSent(on, operation, onMark) },
      );
      return { ...moved, block, limit, nextFreeze };
    },
    /** Settles an operation that is in one of the states `from`. */
    settle: (
      operationID: string,
      from: readonly OperationState[],
      settlement: Settlement,
      nowMs: number,
    ): Promise<Transition> => {
      const { state, before, after, problem, dueAt, isDoneWithoutJob, companyName, ...known } = settlement;
      return move(
        operationID,
        from,
        {
          ...companyColumns(companyName),
          ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
          ...(before === undefined ? {} : { before: JSON.stringify(before) }),
          ...(after === undefined ? {} : { after: JSON.stringify(after) }),
          state,
          problem: jsonOrNull(problem),
          rejectedBy: state === "rejected" ? rejectionSource(problem) : null,
          finding: null,
          dueAt: dueAt ?? null,
          settledAt: nowMs,
          ...(state === "accepted" || state === "reconciled"
            ? { ...followed(known.jobID, nowMs, isDoneWithoutJob), ...effectOf(known, nowMs) }
            : {}),
        },
        { settledAt: nowMs },
      );
    },
    /**
     * Moves an operation from `unknown` to `reconciled`, with the only customer that matches. Nothing changes if the
     * customer belongs to another operation. Nothing changes either if another operation with the same match key has no
     * customer yet, because the customer may belong to that operation.
     */
    reconcileCreation: (
      operationID: string,
      { customerID, jobID }: { customerID: string; jobID?: string | undefined },
      nowMs: number,
    ): Promise<Transition> =>
      move(
        operationID,
        ["unknown"],
        {
          state: "reconciled",
          customerID,
          jobID: jobID ?? null,
          problem: null,
          finding: null,
          dueAt: null,
          settledAt: nowMs,
          // A creation with a job is not verified yet, because the job may still fail.
          confirmedAt: jobID === undefined ? nowMs : null,
          ...followed(jobID, nowMs),
        },
        { condition: (builder) => isFreeFor(builder, customerID), settledAt: nowMs },
      ),
    /** Stores the result of a check of an `unknown` operation, and the time of the next check (null: never). */
    keepFinding: (operationID: string, finding: ReconcileFinding, dueAt: number | null, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("operations")
          .set({ finding: JSON.stringify(finding), dueAt })
          .where("operationID", "=", operationID)
          .where("state", "=", "unknown")
          .returningAll()
          .executeTakeFirst();
        if (row && dueAt === null) notifyOfOperation(transaction, operationOfRow(row), "unknown", nowMs);
      }),
    /** Takes due operations, longest overdue first. Until `untilMs`, no other caller gets the same operations. */
    async takeDue(nowMs: number, untilMs: number, limit: number): Promise<StoredOperation[]> {
      const due = await db
        .selectFrom("operations")
        .select(["operationID", "dueAt"])
        .where("dueAt", "<=", nowMs)
        .orderBy("dueAt")
        .orderBy("operationID")
        .limit(limit)
        .execute();
      const taken: StoredOperation[] = [];
      for (const row of due) {
        const operation = await take(row, untilMs);
        if (operation) taken.push(operation);
      }
      return taken;
    },
    /** When the next operation is due, in milliseconds since 1970. Null if no operation waits. */
    async nextDueAt(): Promise<number | null> {
      const next = await db
        .selectFrom("operations")
        .select("dueAt")
        .where("dueAt", "is not", null)
        .orderBy("dueAt")
        .limit(1)
        .executeTakeFirst();
      return next?.dueAt ?? null;
    },
    /**
     * Extends the time during which a caller holds an operation from `takeDue`. `dueAt` is the current end of that
     * time. False if the operation was settled in the meantime, or taken by another caller.
     */
    async renewDue(operationID: string, dueAt: number | null, untilMs: number): Promise<boolean> {
      const renewed = await db
        .updateTable("operations")
        .set({ dueAt: untilMs })
        .where("operationID", "=", operationID)
        .where("dueAt", "=", dueAt)
        .where("state", "in", [...unsettled])
        .executeTakeFirst();
      return renewed.numUpdatedRows === 1n;
    },
    /** Makes all recorded and sent operations due immediately. Call this only if no other process uses the store. */
    async makeUnfinishedDue(nowMs: number): Promise<void> {
      await db.updateTable("operations").set({ dueAt: nowMs }).where("state", "in", ["recorded", "sent"]).execute();
    },
  };
}
