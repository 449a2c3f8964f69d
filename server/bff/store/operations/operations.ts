import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql, type UpdateObject } from "kysely";
import type { Contract } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Problem } from "#lib/contract/errors.ts";
import type { Finding, OperationState } from "#lib/contract/operation.ts";
import { rejecterOf } from "#lib/contract/operation-outcome.ts";
import type { Lease } from "#server/bff/store/bulk/bulk-lease.ts";
import { lockLease } from "#server/bff/store/bulk/bulk-lease.ts";
import type { OperationOutcomes } from "#server/bff/store/schema/operation-outcomes.ts";
import { createOperationOutcomes } from "#server/bff/store/schema/operation-outcomes.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createOperationList, type ListOperations } from "./operation-list.ts";
import { createOperationRecording, type OperationRecording } from "./operation-recording.ts";
import { type Moved, operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** A settlement: the new state of a write, and what is known with it. */
export interface Settlement {
  state: Extract<OperationState, "accepted" | "rejected" | "unknown" | "reconciled">;
  customerID?: string | undefined;
  jobID?: string | undefined;
  before?: Contract | undefined;
  after?: Contract | undefined;
  /** Taken away where it is left out. */
  problem?: Problem | undefined;
  confirmedAt?: number | undefined;
  /** True where one without a job is done with this: its answer took as long as the write did. */
  isDoneWithoutJob?: boolean | undefined;
  /** When to check again; only for `unknown`. */
  dueAt?: number | undefined;
}

/**
 * All writes ever recorded. A state changes by a conditional UPDATE, so that only one of two concurrent
 * changes succeeds. Errors of the database come as they are.
 */
export interface OperationStore extends OperationRecording, OperationOutcomes {
  /**
   * `recorded` → `sent`: a caller that gets `isMine: false` must not send. The row of a bulk change gives its run's
   * lease: where that has lapsed the operation stays `recorded`.
   */
  markSent(
    operationID: string,
    sent: { before?: Contract; dueAt: number; lease?: Lease | undefined },
    nowMs: number,
  ): Promise<Moved>;
  /** Moves an operation that is in one of `from`. */
  settle(operationID: string, from: readonly OperationState[], to: Settlement, nowMs: number): Promise<Moved>;
  /**
   * `unknown` → `reconciled` with the one customer that fits, unless that customer belongs to another
   * operation, or could: one with the same match key whose own customer is not known yet.
   */
  reconcileCreation(
    operationID: string,
    found: { customerID: string; jobID?: string | undefined },
    nowMs: number,
  ): Promise<Moved>;
  /** Keeps the result of a check of an `unknown` operation, and when to check again (null: never). */
  keepFinding(operationID: string, finding: Finding, dueAt: number | null): Promise<void>;
  /** Operations whose time has come, each given to one caller only until `untilMs`; oldest first. */
  takeDue(nowMs: number, untilMs: number, most: number): Promise<StoredOperation[]>;
  /** Extends a lease that `takeDue` gave until `dueAt`; false if the operation was settled or taken since. */
  renewDue(operationID: string, dueAt: number | null, untilMs: number): Promise<boolean>;
  /** Makes all unsettled operations due at once. Only if no other process uses the store. */
  makeUnfinishedDue(nowMs: number): Promise<void>;
  /** Those of `customerIDs` that other writes of this one's kind and environment are settled to. */
  claimedCustomers(
    operation: Pick<StoredOperation, "operationID" | "kind" | "environment">,
    customerIDs: readonly string[],
  ): Promise<ReadonlySet<string>>;
  find(environment: Environment, operationID: string): Promise<StoredOperation | null>;
  /** The creation that was begun with this key. */
  findByKey(environment: Environment, idempotencyKey: string): Promise<StoredOperation | null>;
  /** Newest first. */
  list: ListOperations;
}

const unsettled = ["recorded", "sent", "unknown"] as const satisfies OperationState[];

type Change = UpdateObject<ConsoleSchema, "operations">;

/**
 * What begins when a write is accepted: its job is followed, unless somebody has seen it already; one
 * that is done without a job took as long as it took to be answered.
 */
function followed(jobID: string | undefined, nowMs: number, isDoneWithoutJob = false): Change {
  if (jobID === undefined) {
    if (!isDoneWithoutJob) return {};
    const isDone = sql<boolean>`"jobID" is null and "state" = 'sent'`;
    return { tookMs: sql<number | null>`case when ${isDone} then ${nowMs} - "sentAt" else "tookMs" end` };
  }
  return { followDueAt: sql<number | null>`case when "job" is null then ${nowMs} else "followDueAt" end` };
}

const jsonOrNull = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

type Builder = ExpressionBuilder<ConsoleSchema, "operations">;

/** True of an operation when no other of its kind has `customerID`, or could turn out to have it. */
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

export function createOperationStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): OperationStore {
  type Condition = (builder: Builder) => Expression<SqlBool>;

  /** The one place where an operation changes: what records the change belongs into this transaction. */
  function move(
    operationID: string,
    from: readonly OperationState[],
    change: Change,
    { condition, lease }: { condition?: Condition; lease?: Lease | undefined } = {},
  ): Promise<Moved> {
    return db.transaction().execute(async (transaction) => {
      const isHeld = lease === undefined || (await lockLease(transaction, dialect, lease));
      let update = transaction
        .updateTable("operations")
        .set(change)
        .where("operationID", "=", operationID)
        .where("state", "in", [...from]);
      if (condition) update = update.where(condition);
      const mine = isHeld ? await update.returningAll().executeTakeFirst() : undefined;
      if (mine) return { operation: operationOfRow(mine), isMine: true };
      const row = await transaction
        .selectFrom("operations")
        .selectAll()
        .where("operationID", "=", operationID)
        .executeTakeFirstOrThrow();
      return { operation: operationOfRow(row), isMine: false };
    });
  }

  async function take(seen: { operationID: string; dueAt: number | null }, untilMs: number) {
    const row = await db
      .updateTable("operations")
      .set((builder) => ({ dueAt: untilMs, attempts: builder("attempts", "+", 1) }))
      .where("operationID", "=", seen.operationID)
      .where("dueAt", "=", seen.dueAt)
      .where("state", "in", [...unsettled])
      .returningAll()
      .executeTakeFirst();
    return row ? operationOfRow(row) : null;
  }

  return {
    ...createOperationRecording(db, dialect),
    ...createOperationOutcomes(db),
    markSent: (operationID, { before, dueAt, lease }, nowMs) =>
      move(operationID, ["recorded"], { state: "sent", sentAt: nowMs, before: jsonOrNull(before), dueAt }, { lease }),
    settle: (operationID, from, { state, before, after, problem, dueAt, isDoneWithoutJob, ...known }, nowMs) =>
      move(operationID, from, {
        ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
        ...(before === undefined ? {} : { before: JSON.stringify(before) }),
        ...(after === undefined ? {} : { after: JSON.stringify(after) }),
        state,
        problem: jsonOrNull(problem),
        rejectedBy: state === "rejected" ? rejecterOf(problem) : null,
        finding: null,
        dueAt: dueAt ?? null,
        settledAt: nowMs,
        ...(state === "accepted" || state === "reconciled" ? followed(known.jobID, nowMs, isDoneWithoutJob) : {}),
      }),
    reconcileCreation: (operationID, { customerID, jobID }, nowMs) =>
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
          confirmedAt: nowMs,
          ...followed(jobID, nowMs),
        },
        { condition: (builder) => isFreeFor(builder, customerID) },
      ),
    async keepFinding(operationID, finding, dueAt) {
      await db
        .updateTable("operations")
        .set({ finding: JSON.stringify(finding), dueAt })
        .where("operationID", "=", operationID)
        .where("state", "=", "unknown")
        .execute();
    },
    async takeDue(nowMs, untilMs, most) {
      const due = await db
        .selectFrom("operations")
        .select(["operationID", "dueAt"])
        .where("dueAt", "<=", nowMs)
        .orderBy("dueAt")
        .orderBy("operationID")
        .limit(most)
        .execute();
      const taken: StoredOperation[] = [];
      for (const seen of due) {
        const operation = await take(seen, untilMs);
        if (operation) taken.push(operation);
      }
      return taken;
    },
    async renewDue(operationID, dueAt, untilMs) {
      const renewed = await db
        .updateTable("operations")
        .set({ dueAt: untilMs })
        .where("operationID", "=", operationID)
        .where("dueAt", "=", dueAt)
        .where("state", "in", [...unsettled])
        .executeTakeFirst();
      return renewed.numUpdatedRows === 1n;
    },
    async makeUnfinishedDue(nowMs) {
      await db.updateTable("operations").set({ dueAt: nowMs }).where("state", "in", ["recorded", "sent"]).execute();
    },
    async claimedCustomers({ operationID, kind, environment }, customerIDs) {
      if (customerIDs.length === 0) return new Set();
      const rows = await db
        .selectFrom("operations")
        .select("customerID")
        .where("environment", "=", environment)
        .where("customerID", "in", [...customerIDs])
        .where("kind", "=", kind)
        .where("state", "in", ["accepted", "reconciled"])
        .where("operationID", "!=", operationID)
        .execute();
      return new Set(rows.flatMap(({ customerID }) => customerID ?? []));
    },
    async find(environment, operationID) {
      const row = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("operationID", "=", operationID)
        .executeTakeFirst();
      return row ? operationOfRow(row) : null;
    },
    async findByKey(environment, idempotencyKey) {
      const row = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("idempotencyKey", "=", idempotencyKey)
        .executeTakeFirst();
      return row ? operationOfRow(row) : null;
    },
    list: createOperationList(db),
  };
}
