import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedStepState } from "#lib/contract/operations/planned.ts";
import type { ApprovalKind, ApprovalState } from "#lib/contract/values/operations/approval-states.ts";
import { maxOpenPlanned, maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { freeUses, type UseIn } from "#server/bff/store/freezes/freezes.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { readNow, storeNowAhead } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { claimStep, markStep, type StepClaim } from "./claim-step.ts";
import { decided } from "./planned-edits.ts";
import { listPlanned, type PlannedFilter, type PlannedPage, readPlanned } from "./planned-list.ts";
import type { StoredPlanned } from "./planned-rows.ts";
import { insertPlanned, lockPlanned, type PlannedEvent, savePlanned } from "./save-planned.ts";

type On = Transaction<ConsoleSchema>;

/** Applying and reverting in each of these environments: everything that a step of a planned change can do. */
const usesOf = (environments: readonly Environment[]): UseIn[] =>
  environments.flatMap((environment) => [
    { environment, use: "apply" },
    { environment, use: "revert" },
  ]);

/** The SQL condition that is true for a step with one of these uses. */
function isOf(uses: readonly UseIn[]): RawBuilder<boolean> {
  if (uses.length === 0) return sql`false`;
  const each = uses.map(({ environment, use }) => sql`("environment" = ${environment} and "kind" = ${use})`);
  return sql`(${sql.join(each, sql` or `)})`;
}

export interface PlannedKey {
  environment: Environment;
  plannedChangeID: string;
}

/** The key of a step. */
export interface StepKey extends PlannedKey {
  stepID: string;
}

/** Computes a transition: the new planned change and its event. Null if nothing changes. */
export type Decide = (planned: StoredPlanned, nowMs: number) => { planned: StoredPlanned; event?: PlannedEvent } | null;

/**
 * Two checks for the operation of a step. `record` runs in the transaction that records the operation, and `mark` in
 * the transaction that marks it as sent.
 */
export interface StepGuards {
  record(on: On): Promise<boolean>;
  mark(on: On): Promise<boolean>;
}

/** Creates a planned change. Called in the transaction that stores it. */
export type MakePlanned = (nowMs: number, on: On) => StoredPlanned | Promise<StoredPlanned>;

export type PlannedRoom =
  | { result: "created"; planned: StoredPlanned }
  | { result: "exists"; plannedChangeID: string }
  | { result: "too-many" }
  | { result: "too-many-of-person" };

export interface PlannedOptions {
  /**
   * How far the clock of planned changes, freezes and reports is ahead of the database clock, in milliseconds. Only
   * for tests, which cannot wait for days.
   */
  aheadMs?: (() => number) | undefined;
  /** The maximum numbers of open planned changes. Missing: the defaults. */
  maxOpen?: { inEnvironment: number; ofPerson: number } | undefined;
}

/**
 * The store of planned changes of contracts. Every transition runs under the lock of the row, writes its audit event in
 * the same transaction, and uses the store's own clock. Database errors are passed on unchanged.
 */
export function createPlannedStore(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  { aheadMs, maxOpen = { inEnvironment: maxOpenPlanned, ofPerson: maxOpenPlannedOfPerson } }: PlannedOptions = {},
) {
  const now = () => storeNowAhead(dialect, aheadMs);

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
    // This lock is always taken after the lock of the environment, so that two transactions cannot deadlock.
    await acquireAdvisoryLock(on, dialect, `planned changes by ${responsible.staffID}`);
    const own = await counted.where("responsibleStaffID", "=", responsible.staffID).executeTakeFirstOrThrow();
    return Number(own.count) >= maxOpen.ofPerson ? { result: "too-many-of-person" } : null;
  }

  /** Like `create`, but within a larger transaction. */
  async function createIn(
    on: On,
    make: MakePlanned,
    event: PlannedEvent,
    guard?: StepGuards["record"],
  ): Promise<PlannedRoom> {
    const nowMs = await readNow(on, now());
    const planned = await make(nowMs, on);
    const refusal = await roomFor(on, planned);
    if (refusal) return refusal;
    await guard?.(on);
    await insertPlanned(on, planned, event, nowMs);
    return { result: "created", planned };
  }

  return {
    /** The current time of the store. All due times are compared with it. */
    now: () => db.transaction().execute((on) => readNow(on, now())),
    /**
     * Stores the planned change that `make` returns, with all its steps. Stores nothing if the customer already has an
     * open planned change, or if a limit of open planned changes is reached. `guard` is called only for a planned change
     * that is stored. If the guard throws, nothing is stored.
     */
    create: (make: MakePlanned, event: PlannedEvent, guard?: StepGuards["record"]) =>
      db.transaction().execute((on) => createIn(on, make, event, guard)),
    createIn,
    async find({ environment, plannedChangeID }: PlannedKey): Promise<StoredPlanned | null> {
      const row = await db
        .selectFrom("plannedChanges")
        .selectAll()
        .where("environment", "=", environment)
        .where("plannedChangeID", "=", plannedChangeID)
        .executeTakeFirst();
      return row ? ((await readPlanned(db, [row]))[0] ?? null) : null;
    },
    list: (filter: PlannedFilter, page: PlannedPage) => listPlanned(db, filter, page),
    /** Makes a transition. Returns the new planned change, or null if the planned change does not exist. */
    change: (key: PlannedKey, decide: Decide): Promise<StoredPlanned | null> =>
      db.transaction().execute(async (on) => {
        const before = await lockPlanned(on, key);
        if (!before) return null;
        const nowMs = await readNow(on, now());
        const transition = decide(before, nowMs);
        if (!transition) return before;
        await savePlanned(on, before, transition.planned, nowMs, transition.event);
        return transition.planned;
      }),
    /**
     * Stores the decision about an approval request, and applies it to the planned change. Null if the request is no
     * longer open for this decision.
     */
    decideApproval: (
      key: PlannedKey,
      decision: ApprovalDecision,
      event: NewAuditEvent,
    ): Promise<StoredPlanned | null> =>
      db.transaction().execute(async (on) => {
        const before = await lockPlanned(on, key);
        const approval = before?.approval;
        const nowMs = await readNow(on, now());
        const isAsked =
          approval?.approvalID === decision.approvalID &&
          approval.state === "waiting" &&
          approval.digest === decision.digest &&
          nowMs <= approval.expiresAt;
        if (!before || !isAsked) return null;
        const after = decided(before, decision, nowMs);
        await savePlanned(on, before, after, nowMs, { actor: event.actor, action: "planned.moved" });
        await appendAudit(on, event, nowMs);
        return after;
      }),
    /** Due steps that need not wait for an earlier step and that no freeze stops, longest overdue first. */
    async due(environments: readonly Environment[], limit: number): Promise<StepKey[]> {
      const { free } = await freeUses(db, usesOf(environments), now());
      if (free.length === 0) return [];
      const rows = await db
        .selectFrom("plannedSteps")
        .select(["stepID", "plannedChangeID", "environment"])
        .where("state", "=", "scheduled" satisfies PlannedStepState)
        .where("isReady", "=", 1)
        .where(isOf(free))
        .where("dueAt", "<=", now())
        .where("notAfter", ">=", now())
        .where((builder) => builder.or([builder("retryAt", "is", null), builder("retryAt", "<=", now())]))
        .orderBy("dueAt")
        .orderBy("position")
        .limit(limit)
        .execute();
      return rows.map(({ environment, ...row }) => ({ ...row, environment: environment as Environment }));
    },
    /**
     * The time until the next step is due, a planned change becomes overdue or a freeze ends, in milliseconds, by the
     * store's clock. Infinity if nothing is known. Steps that a freeze stops are not due.
     */
    async nextDueInMs(environments: readonly Environment[]): Promise<number> {
      const { free, thawsInMs } = await freeUses(db, usesOf(environments), now());
      const { rows } = await sql<{ inMs: number | null }>`
        select min("at") - ${now()} as "inMs" from (
          select case when "retryAt" > "dueAt" then "retryAt" else "dueAt" end as "at" from "plannedSteps"
          where "state" = 'scheduled' and "isReady" = 1 and ${isOf(free)}
          union all
          select "notAfter" + 1 from "plannedSteps"
          where "state" = 'scheduled' and ("kind" = 'apply' or "isReady" = 1)
          union all
          select "expiresAt" + 1 from "approvals" where "kind" = 'planned' and "state" = 'waiting'
        ) as "times"`.execute(db);
      return Math.min(rows[0]?.inMs ?? Number.POSITIVE_INFINITY, thawsInMs);
    },
    /**
     * Planned changes that are overdue: the latest time of a step has passed, or the time for the approval has ended.
     */
    async overdue(limit: number): Promise<PlannedKey[]> {
      const steps = await db
        .selectFrom("plannedSteps")
        .select(["plannedChangeID", "environment"])
        .where("state", "=", "scheduled" satisfies PlannedStepState)
        .where("notAfter", "<", now())
        .where((builder) => builder.or([builder("kind", "=", "apply"), builder("isReady", "=", 1)]))
        .limit(limit)
        .execute();
      const approvals = await db
        .selectFrom("approvals")
        .innerJoin("plannedChanges", "plannedChanges.approvalID", "approvals.approvalID")
        .select(["plannedChanges.plannedChangeID", "plannedChanges.environment"])
        .where("approvals.kind", "=", "planned" satisfies ApprovalKind)
        .where("approvals.state", "=", "waiting" satisfies ApprovalState)
        .where("approvals.expiresAt", "<", now())
        .limit(limit)
        .execute();
      const keys = new Map([...steps, ...approvals].map((key) => [key.plannedChangeID, key]));
      return [...keys.values()].map(({ environment, ...key }) => ({ ...key, environment: environment as Environment }));
    },
    /** Claimed and unknown steps whose operation has already moved to a later state. */
    async followed(limit: number): Promise<(StepKey & { operationID: string })[]> {
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
    /**
     * The two checks for the operation of a step. `record` runs in the transaction that records the operation, and
     * `mark` in the transaction that marks it as sent.
     */
    guards: async (claim: StepClaim): Promise<StepGuards> => ({
      record: (on) => claimStep(on, now(), claim),
      mark: (on) => markStep(on, now(), claim),
    }),
  };
}
