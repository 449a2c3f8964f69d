import { type Kysely, sql, type Transaction } from "kysely";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import type { OperationState } from "#lib/contract/operations/operation.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { lockLease } from "#server/bff/store/runs/lease.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { appendWriteEvent, recordedEvent } from "./operation-audit.ts";
import { createOperationList } from "./operation-list.ts";
import {
  type NewOperation,
  operationOfRow,
  rowOfOperation,
  type StoredOperation,
  type Transition,
} from "./operation-rows.ts";

/**
 * Which earlier creations count as duplicates. A duplicate has the same values, person and environment, and one of
 * these states. It was made after `sinceMs`.
 */
export interface SameCreations {
  states: readonly OperationState[];
  sinceMs: number;
  isSame(earlier: StoredOperation): boolean;
}

/**
 * Runs in the transaction that records a write or marks it as sent. If it returns false, the write must not be sent.
 */
export type WriteGuard = (on: Transaction<ConsoleSchema>) => Promise<boolean>;

const unfinishedOutcomes = ["waiting", "running", "unknown"] as const satisfies OperationOutcome[];

/** The maximum number of equal creations that are read. Nobody makes more within the time window. */
const maxSame = 50;

/** Records new writes. */
export function createOperationRecording(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  async function holderOfKey(on: Kysely<ConsoleSchema>, { environment, idempotencyKey }: NewOperation) {
    const row = await on
      .selectFrom("operations")
      .selectAll()
      .where("environment", "=", environment)
      .where("idempotencyKey", "=", idempotencyKey)
      .executeTakeFirst();
    return row && { operation: operationOfRow(row), isMine: false };
  }

  async function keep(on: Transaction<ConsoleSchema>, operation: NewOperation): Promise<Transition> {
    const added = await on
      .insertInto("operations")
      .values(rowOfOperation(operation))
      .onConflict((conflict) => conflict.columns(["environment", "idempotencyKey"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) {
      const kept = operationOfRow(added);
      await appendWriteEvent(on, recordedEvent(kept, operation.source), operation.createdAt);
      return { operation: kept, isMine: true };
    }
    const first = await holderOfKey(on, operation);
    if (!first) throw new Error("A write was neither kept nor there before");
    return first;
  }

  async function changeUnderWay(on: Kysely<ConsoleSchema>, change: NewOperation, nowMs: number) {
    const rows = await on
      .selectFrom("operations")
      .selectAll()
      .where("environment", "=", change.environment)
      .where("state", "in", ["recorded", "sent"] satisfies OperationState[])
      .where("dueAt", ">", nowMs)
      .execute();
    // Writes of every kind count, because two kinds could change the same contract. A creation names no customer before
    // it is answered. There is at most one row for each write that is being sent. The rows are so few that they are
    // filtered here instead of in SQL.
    const customer = idKey(change.customerID ?? "");
    return rows.map(operationOfRow).find(({ customerID }) => idKey(customerID ?? "") === customer);
  }

  return {
    /** Stores a write as `recorded`. If the key was used before, nothing is stored and `isMine` is false. */
    record: (operation: NewOperation): Promise<Transition> =>
      db.transaction().execute((transaction) => keep(transaction, operation)),
    /**
     * Stores a creation like `record`, unless an equal creation was started earlier with a different key. In that case,
     * nothing is stored and the earlier creation is returned with `isSame: true`. If two replicas call this at the same
     * time, only one creation is stored. `guard` is called only for a creation that is stored. It can throw.
     */
    recordIfNew: (
      operation: NewOperation,
      { isSame, ...which }: SameCreations,
      guard?: WriteGuard,
    ): Promise<Transition & { isSame: boolean }> =>
      db.transaction().execute(async (transaction) => {
        const { environment, kind, bodyHash, actor } = operation;
        const { staffID } = actor;
        await acquireAdvisoryLock(transaction, dialect, `${environment} creation ${staffID} ${bodyHash}`);
        // If the key was used before, returns the operation with that key, whatever its current state.
        const first = await holderOfKey(transaction, operation);
        if (first) return { ...first, isSame: false };
        const filter = { environment, kind, bodyHash, staffID, ...which };
        const earlier = await createOperationList(transaction, dialect)(filter, { limit: maxSame, offset: 0 });
        const same = earlier.operations.find(isSame);
        if (same) return { operation: same, isMine: false, isSame: true };
        await guard?.(transaction);
        return { ...(await keep(transaction, operation)), isSame: false };
      }),
    /**
     * Stores the creation of an import's row. Returns null if the import's lease is not valid. An earlier creation with
     * the same name and address may still be in progress or unknown. In this case, nothing is stored and the earlier
     * creation is returned as `twin`. If both creations were in progress, a lost answer could belong to either of them.
     * If the key was used before, `isMine` is false.
     */
    recordRow: (creation: NewOperation, lease: Lease): Promise<Transition | { twin: StoredOperation } | null> =>
      db.transaction().execute(async (transaction) => {
        const { environment, matchKey } = creation;
        await acquireAdvisoryLock(transaction, dialect, `${environment} creation of ${matchKey}`);
        if (!(await lockLease(transaction, dialect, lease))) return null;
        const first = await holderOfKey(transaction, creation);
        if (first) return first;
        const twin = await transaction
          .selectFrom("operations")
          .selectAll()
          .where("environment", "=", environment)
          .where("matchKey", "=", matchKey)
          .where(sql`"outcome"`, "in", unfinishedOutcomes)
          .limit(1)
          .executeTakeFirst();
        return twin ? { twin: operationOfRow(twin) } : keep(transaction, creation);
      }),
    /**
     * Stores a change of a customer. If a change of any kind is already running for the customer, the new change is
     * stored anyway, and the running change is returned as `underWay`. This also works for simultaneous requests on
     * several replicas. After a crash, a change counts as running until its `dueAt`. A row of a bulk change passes its
     * lease as `holds`, and a step of a planned change passes its guard. If the lease is no longer valid or the guard
     * returns false, nothing is stored and null is returned.
     */
    recordChange: (
      change: NewOperation,
      nowMs: number,
      holds?: Lease | WriteGuard | undefined,
    ): Promise<{ operation: StoredOperation; underWay: StoredOperation | undefined } | null> =>
      db.transaction().execute(async (transaction) => {
        const { environment, customerID } = change;
        await acquireAdvisoryLock(transaction, dialect, `${environment} contract ${idKey(customerID ?? "")}`);
        const isHeld = typeof holds === "object" ? lockLease(transaction, dialect, holds) : holds?.(transaction);
        if ((await isHeld) === false) return null;
        const underWay = await changeUnderWay(transaction, change, nowMs);
        const { operation } = await keep(transaction, change);
        return { operation, underWay };
      }),
  };
}
