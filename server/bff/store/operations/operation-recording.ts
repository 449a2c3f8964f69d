import type { Kysely } from "kysely";
import type { OperationState } from "#lib/contract/operation.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import type { Lease } from "#server/bff/store/bulk/bulk-lease.ts";
import { lockLease } from "#server/bff/store/bulk/bulk-lease.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createOperationList } from "./operation-list.ts";
import {
  type Moved,
  type NewOperation,
  operationOfRow,
  rowOfOperation,
  type StoredOperation,
} from "./operation-rows.ts";

/** Which creations with the same values, of the same person and environment, count as the same one. */
export interface SameCreations {
  states: readonly OperationState[];
  sinceMs: number;
  isSame(begun: StoredOperation): boolean;
}

/** How writes begin. */
export interface OperationRecording {
  /** Keeps a write as `recorded`; where its key was used before, `isMine` is false and nothing is kept. */
  record(operation: NewOperation): Promise<Moved>;
  /**
   * The same for a creation, unless the same was begun before with another key: then that one is given,
   * `isSame` is true and nothing is kept. Of two that ask at the same moment, on any replicas, one is kept.
   */
  recordIfNew(operation: NewOperation, same: SameCreations): Promise<Moved & { isSame: boolean }>;
  /**
   * Keeps a change of a customer and gives the one of the same kind and customer that is under way, if there is one. Of
   * two that ask at the same moment, on any replicas, the second learns of the first. What a dead process
   * has left is under way until its `dueAt`. The row of a bulk change gives its run's lease: where that has
   * lapsed nothing is kept and null is given.
   */
  recordChange(
    operation: NewOperation,
    nowMs: number,
    lease?: Lease | undefined,
  ): Promise<{ operation: StoredOperation; underWay: StoredOperation | undefined } | null>;
}

/** More of the same in the time that counts than anybody makes. */
const maxSame = 50;

export function createOperationRecording(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): OperationRecording {
  async function holderOfKey(on: Kysely<ConsoleSchema>, { environment, idempotencyKey }: NewOperation) {
    const row = await on
      .selectFrom("operations")
      .selectAll()
      .where("environment", "=", environment)
      .where("idempotencyKey", "=", idempotencyKey)
      .executeTakeFirst();
    return row && { operation: operationOfRow(row), isMine: false };
  }

  async function keep(on: Kysely<ConsoleSchema>, operation: NewOperation): Promise<Moved> {
    const added = await on
      .insertInto("operations")
      .values(rowOfOperation(operation))
      .onConflict((conflict) => conflict.columns(["environment", "idempotencyKey"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) return { operation: operationOfRow(added), isMine: true };
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
    // There are as many as people change contracts at this moment.
    const customer = idKey(change.customerID ?? "");
    return rows.map(operationOfRow).find(({ customerID }) => idKey(customerID ?? "") === customer);
  }

  return {
    record: (operation) => db.transaction().execute((transaction) => keep(transaction, operation)),
    recordIfNew: (operation, { isSame, ...which }) =>
      db.transaction().execute(async (transaction) => {
        const { environment, kind, bodyHash, actor } = operation;
        const { staffID } = actor;
        await acquireAdvisoryLock(transaction, dialect, `${environment} creation ${staffID} ${bodyHash}`);
        // What was begun before with this key stands, whatever has happened around it since.
        const first = await holderOfKey(transaction, operation);
        if (first) return { ...first, isSame: false };
        const filter = { environment, kind, bodyHash, staffID, ...which };
        const begun = await createOperationList(transaction)(filter, { limit: maxSame, offset: 0 });
        const same = begun.operations.find(isSame);
        if (same) return { operation: same, isMine: false, isSame: true };
        return { ...(await keep(transaction, operation)), isSame: false };
      }),
    recordChange: (change, nowMs, lease) =>
      db.transaction().execute(async (transaction) => {
        const { environment, customerID } = change;
        await acquireAdvisoryLock(transaction, dialect, `${environment} contract ${idKey(customerID ?? "")}`);
        if (lease && !(await lockLease(transaction, dialect, lease))) return null;
        const underWay = await changeUnderWay(transaction, change, nowMs);
        const { operation } = await keep(transaction, change);
        return { operation, underWay };
      }),
  };
}
