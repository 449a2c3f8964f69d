import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedState, PlannedStepState } from "#lib/contract/operations/planned.ts";
import { maxOpenPlanned, maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { claimStep, lockHold, markStep, type StepClaim } from "./claim-step.ts";
import { listPlanned, type PlannedFilter, type PlannedPage, readPlanned } from "./planned-list.ts";
import type { StoredPlanned } from "./planned-rows.ts";
import { insertPlanned, lockPlanned, type PlannedEvent, readNow, savePlanned } from "./save-planned.ts";

type On = Transaction<ConsoleSchema>;

export interface PlannedKey {
  environment: Environment;
  plannedChangeID: string;
}

/** Identifies a step to work on. */
export interface StepKey extends PlannedKey {
  stepID: string;
}

/** Computes a transition: the new planned change and its event. Null: no transition. */
export type Decide = (planned: StoredPlanned, nowMs: number) => { planned: StoredPlanned; event?: PlannedEvent } | null;

/** The checks that run where a step's operation is recorded and where it is marked as sent. */
export interface StepGuards {
  record(on: On): Promise<boolean>;
  mark(on: On): Promise<boolean>;
}

export interface StoredHold {
  environment: Environment;
  by: { staffID: string; email: string };
  reason: string | null;
  heldAt: number;
}

export type PlannedRoom =
  | { result: "created"; planned: StoredPlanned }
  | { result: "exists"; plannedChangeID: string }
  | { result: "too-many" }
  | { result: "too-many-of-person" };

/**
 * Planned changes of contracts. Every transition runs under the row's lock, writes its audit event in the same
 * transaction and uses the store's own clock. Database errors are passed on unchanged.
 */
export interface PlannedStore {
  /** The store's own time, which all due times refer to. */
  now(): Promise<number>;
  /**
   * Stores the planned change that `make` returns, with all its steps, unless the customer has an open one or there are
   * too many.
   */
  create(
    make: (nowMs: number, on: On) => StoredPlanned | Promise<StoredPlanned>,
    event: PlannedEvent,
  ): Promise<PlannedRoom>;
  find(key: PlannedKey): Promise<StoredPlanned | null>;
  list(filter: PlannedFilter, page: PlannedPage): Promise<{ planned: StoredPlanned[]; total: number }>;
  /** Makes a transition. Returns the planned change afterwards, or null if it does not exist. */
  change(key: PlannedKey, decide: Decide): Promise<StoredPlanned | null>;
  /** Due steps that do not wait for another step, oldest first. */
  due(environments: readonly Environment[], limit: number): Promise<StepKey[]>;
  /** Planned changes with a step whose latest time has passed, or whose approval has expired. */
  overdue(limit: number): Promise<PlannedKey[]>;
  /** Claimed and unknown steps whose operation has progressed further than the step. */
  followed(limit: number): Promise<(StepKey & { operationID: string })[]>;
  /** The checks for the transaction that records the operation of a step, and for the one that marks it as sent. */
  guards(claim: StepClaim): Promise<StepGuards>;
  hold(environment: Environment): Promise<StoredHold | null>;
  /** Freezes the planned changes of an environment, or releases them (null). False if nothing changed. */
  setHold(environment: Environment, hold: Omit<StoredHold, "heldAt"> | null, event: NewAuditEvent): Promise<boolean>;
}

export interface PlannedOptions {
  /**
   * How far the time of planned changes is ahead of the database's, in milliseconds. For tests, which cannot wait for
   * days.
   */
  aheadMs?: (() => number) | undefined;
  /** The maximum number of open planned changes, if not the default. */
  maxOpen?: { inEnvironment: number; ofPerson: number } | undefined;
}

export function createPlannedStore(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  { aheadMs, maxOpen = { inEnvironment: maxOpenPlanned, ofPerson: maxOpenPlannedOfPerson } }: PlannedOptions = {},
): PlannedStore {
  const now = (): RawBuilder<number> =>
    aheadMs ? sql<number>`(${storeNow(dialect)} + cast(${aheadMs()} as bigint))` : storeNow(dialect);

  async function roomFor(on: On, planned: StoredPlanned): Promise<Exclude<PlannedRoom, { result: "created" }> | null> {
    const { environment, customerID, responsible } = planned;
    await acquireAdvisoryLock(on, dialect, `planned changes of ${environment}`);
    const open = await on
      .selectFrom("plannedChanges")
      .select("plannedChangeID")
      .where("environment", "=", environment)
      .where("customerKey", "=", idKey(customerID))
      .where("finishedAt", "is", null)
      .executeTakeFirst();
    if (open) return { result: "exists", ...open };
    const counted = on
      .selectFrom("plannedChanges")
      .select((builder) => builder.fn.countAll<number>().as("count"))
      .where("finishedAt", "is", null);
    const all = await counted.where("environment", "=", environment).executeTakeFirstOrThrow();
    if (Number(all.count) >= maxOpen.inEnvironment) return { result: "too-many" };
    // Always locked after the environment, so that two transactions cannot deadlock.
    await acquireAdvisoryLock(on, dialect, `planned changes by ${responsible.staffID}`);
    const own = await counted.where("responsibleStaffID", "=", responsible.staffID).executeTakeFirstOrThrow();
    return Number(own.count) >= maxOpen.ofPerson ? { result: "too-many-of-person" } : null;
  }

  return {
    now: () => db.transaction().execute((on) => readNow(on, now())),
    create: (make, event) =>
      db.transaction().execute(async (on): Promise<PlannedRoom> => {
        const nowMs = await readNow(on, now());
        const planned = await make(nowMs, on);
        const refusal = await roomFor(on, planned);
        if (refusal) return refusal;
        await insertPlanned(on, planned, event, nowMs);
        return { result: "created", planned };
      }),
    async find({ environment, plannedChangeID }) {
      const row = await db
        .selectFrom("plannedChanges")
        .selectAll()
        .where("environment", "=", environment)
        .where("plannedChangeID", "=", plannedChangeID)
        .executeTakeFirst();
      return row ? ((await readPlanned(db, [row]))[0] ?? null) : null;
    },
    list: (filter, page) => listPlanned(db, filter, page),
    change: (key, decide) =>
      db.transaction().execute(async (on) => {
        const before = await lockPlanned(on, key);
        if (!before) return null;
        const nowMs = await readNow(on, now());
        const decided = decide(before, nowMs);
        if (!decided) return before;
        await savePlanned(on, before, decided.planned, nowMs, decided.event);
        return decided.planned;
      }),
    async due(environments, limit) {
      if (environments.length === 0) return [];
      const rows = await db
        .selectFrom("plannedSteps")
        .select(["stepID", "plannedChangeID", "environment"])
        .where("state", "=", "scheduled" satisfies PlannedStepState)
        .where("isReady", "=", 1)
        .where("environment", "in", [...environments])
        .where("dueAt", "<=", now())
        .where("notAfter", ">=", now())
        .where((builder) => builder.or([builder("retryAt", "is", null), builder("retryAt", "<=", now())]))
        .where((builder) =>
          builder.not(
            builder.exists(
              builder
                .selectFrom("plannedHolds")
                .select("plannedHolds.environment")
                .whereRef("plannedHolds.environment", "=", "plannedSteps.environment"),
            ),
          ),
        )
        .orderBy("dueAt")
        .orderBy("position")
        .limit(limit)
        .execute();
      return rows.map(({ environment, ...row }) => ({ ...row, environment: environment as Environment }));
    },
    async overdue(limit) {
      const steps = await db
        .selectFrom("plannedSteps")
        .select(["plannedChangeID", "environment"])
        .where("state", "=", "scheduled" satisfies PlannedStepState)
        .where("notAfter", "<", now())
        .where((builder) => builder.or([builder("kind", "=", "apply"), builder("isReady", "=", 1)]))
        .limit(limit)
        .execute();
      const approvals = await db
        .selectFrom("plannedChanges")
        .select(["plannedChangeID", "environment"])
        .where("state", "=", "awaiting-approval" satisfies PlannedState)
        .where("approvalExpiresAt", "<", now())
        .limit(limit)
        .execute();
      const keys = new Map([...steps, ...approvals].map((key) => [key.plannedChangeID, key]));
      return [...keys.values()].map(({ environment, ...key }) => ({ ...key, environment: environment as Environment }));
    },
    async followed(limit) {
      const rows = await db
        .selectFrom("plannedSteps")
        .innerJoin("operations", "operations.operationID", "plannedSteps.operationID")
        .select(["plannedSteps.stepID", "plannedSteps.plannedChangeID", "plannedSteps.environment"])
        .select("operations.operationID")
        .where("plannedSteps.state", "in", ["claimed", "unknown"] satisfies PlannedStepState[])
        .where((builder) =>
          builder.or([
            builder("operations.state", "=", "rejected"),
            builder.and([builder("operations.state", "=", "unknown"), builder("plannedSteps.state", "=", "claimed")]),
            builder.and([
              builder("operations.state", "in", ["accepted", "reconciled"]),
              builder.or([
                builder("operations.jobID", "is", null),
                builder("operations.jobFinishedAt", "is not", null),
                builder("operations.jobState", "=", "vanished"),
              ]),
            ]),
          ]),
        )
        .orderBy("plannedSteps.dueAt")
        .limit(limit)
        .execute();
      return rows.map(({ environment, ...row }) => ({ ...row, environment: environment as Environment }));
    },
    guards: async (claim) => ({
      record: (on) => claimStep(on, now(), claim),
      mark: (on) => markStep(on, dialect, now(), claim),
    }),
    async hold(environment) {
      const row = await db
        .selectFrom("plannedHolds")
        .selectAll()
        .where("environment", "=", environment)
        .executeTakeFirst();
      if (!row) return null;
      const { staffID, email, reason, heldAt } = row;
      return { environment, by: { staffID, email }, reason, heldAt };
    },
    setHold: (environment, hold, event) =>
      db.transaction().execute(async (on) => {
        await lockHold(on, dialect, environment);
        const nowMs = await readNow(on, now());
        if (hold) {
          const { by, reason } = hold;
          const added = await on
            .insertInto("plannedHolds")
            .values({ environment, ...by, reason, heldAt: nowMs })
            .onConflict((conflict) => conflict.column("environment").doNothing())
            .executeTakeFirst();
          if (added.numInsertedOrUpdatedRows !== 1n) return false;
        } else {
          const gone = await on.deleteFrom("plannedHolds").where("environment", "=", environment).executeTakeFirst();
          if (gone.numDeletedRows === 0n) return false;
        }
        await appendAudit(on, event, nowMs);
        return true;
      }),
  };
}
