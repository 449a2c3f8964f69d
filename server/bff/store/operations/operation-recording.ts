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

/** Which creations count as duplicates. They have the same values, the same person and the same environment. */
export interface SameCreations {
  states: readonly OperationState[];
  sinceMs: number;
  isSame(earlier: StoredOperation): boolean;
}

/** Runs in the transaction that records a write or marks a write as sent. False: the write must not proceed. */
export type WriteGuard = (on: Transaction<ConsoleSchema>) => Promise<boolean>;

const unfinishedOutcomes = ["waiting", "running", "unknown"] as const satisfies OperationOutcome[];

/** The maximum number of equal creations that are read. In the time window nobody makes so many. */
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
      .where("kind", "=", change.kind)
      .where("state", "in", ["recorded", "sent"] satisfies OperationState[])
      .where("dueAt", ">", nowMs)
      .execute();
    // There are few rows: one for each person who is changing contracts at this moment. So the rows are filtered here,
    // and not by SQL.
    const customer = idKey(change.customerID ?? "");
    return rows.map(operationOfRow).find(({ customerID }) => idKey(customerID ?? "") === customer);
  }

  return {
    /**
     * Stores a write as `recorded`. If the key of the write was used before, `isMine` is false and nothing is stored.
     */
    record: (operation: NewOperation): Promise<Transition> =>
      db.transaction().execute((transaction) => keep(transaction, operation)),
    /**
     * Stores a creation like `record`, unless an equal creation was started before with another key. The earlier
     * creation is then returned with `isSame: true`, and nothing is stored. Of two concurrent requests on any replicas,
     * only one is stored.
     */
    recordIfNew: (
      operation: NewOperation,
      { isSame, ...which }: SameCreations,
    ): Promise<Transition & { isSame: boolean }> =>
      db.transaction().execute(async (transaction) => {
        const { environment, kind, bodyHash, actor } = operation;
        const { staffID } = actor;
        await acquireAdvisoryLock(transaction, dialect, `${environment} creation ${staffID} ${bodyHash}`);
        // The operation that was started first with this key is returned, in whatever state it is now.
        const first = await holderOfKey(transaction, operation);
        if (first) return { ...first, isSame: false };
        const filter = { environment, kind, bodyHash, staffID, ...which };
        const earlier = await createOperationList(transaction, dialect)(filter, { limit: maxSame, offset: 0 });
        const same = earlier.operations.find(isSame);
        if (same) return { operation: same, isMine: false, isSame: true };
        return { ...(await keep(transaction, operation)), isSame: false };
      }),
    /**
     * Stores the creation of an import's row under the run's lease. Null if the lease has expired. If another creation
     * with the same name and address is in progress or unknown, nothing is stored and that creation is returned as
     * `twin`. With two such creations, a lost answer could not be resolved. If the key was used before, `isMine` is
     * false.
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
     * Stores a change of a customer. If a change of the same kind and customer is running, nothing is stored and the
     * running change is returned. This holds for concurrent requests on any replicas. A change that a crashed process
     * left behind counts as running until its `dueAt`. A row of a bulk change passes its run's lease, and a step of a
     * planned change passes its guard. If the lease or the guard does not hold, nothing is stored and null is returned.
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
