import { type Kysely, type RawBuilder, sql, type UpdateObject } from "kysely";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { EffectState } from "#lib/contract/operation-outcome.ts";
import type { ReconcileFinding } from "#lib/contract/operations/operation.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { appendWriteEvent, settledEvent } from "./operation-audit.ts";
import { notifyOfOperation } from "./operation-own-notifications.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * How long the console checks an accepted write, in milliseconds. The first check after this time is the last check.
 */
export const maxEffectMs = 24 * 60 * minute;

/**
 * Pairs of an age and a pause, both in milliseconds. The pause before the next check of a write depends on the age of
 * the write. Each pause applies from its age on.
 */
const pauses: readonly [fromMs: number, pauseMs: number][] = [
  ...([1, 2, 4, 8, 15, 30] as const).map((step, index, steps): [number, number] => [
    steps.slice(0, index).reduce((sum, one) => sum + one, 0) * second,
    step * second,
  ]),
  [minute, minute],
  [5 * minute, 5 * minute],
  [30 * minute, 15 * minute],
];

/**
 * When to check an unverified write again. `sinceMs` is when the console began to wait for its effect. Checks run after
 * 1, 2, 4, 8, 15 and 30 s, then every minute, every 5 minutes, every 15 minutes, and a last time after one day.
 */
export function nextEffectReadingMs(sinceMs: number, nowMs: number): number {
  const ageMs = Math.max(nowMs - sinceMs, 0);
  const pauseMs = pauses.findLast(([fromMs]) => ageMs >= fromMs)?.[1] ?? second;
  const nextMs = nowMs + pauseMs;
  return ageMs < maxEffectMs ? Math.min(nextMs, sinceMs + maxEffectMs) : nextMs;
}

/**
 * The columns that decide the effect and that the current statement sets. If a member is missing, the statement does
 * not change that column.
 */
interface EffectCauses {
  customerID?: string | undefined;
  jobID?: string | undefined;
  jobState?: string | undefined;
  confirmedAt?: number | undefined;
}

/**
 * Returns the effect columns for an UPDATE of an accepted write. The console waits for the effect from `nowMs` on under
 * three conditions: it can verify the write, it has not verified the write yet, and it need not wait for a job. It also
 * waits if the job of a contract change has vanished, because the change may still have taken effect. If the job of a
 * creation has vanished, the console does not wait: the API lists a new customer before the job ends, so the list
 * proves nothing.
 */
export function awaitedEffect(
  { customerID, jobID, jobState, confirmedAt }: EffectCauses,
  dueAt: number,
  nowMs: number,
): UpdateObject<ConsoleSchema, "operations"> {
  const isVanished = jobState === "vanished";
  const isUnderWay = jobState !== undefined && jobState !== "succeeded" && !isVanished;
  if (confirmedAt !== undefined || isUnderWay) return { effect: null, effectDueAt: null };
  const hasNoJob = jobID === undefined ? sql`or ("jobState" is null and "jobID" is null)` : sql``;
  const isAwaited = sql`"verifiesEffect" = 1 and "confirmedAt" is null
    ${isVanished ? sql`and "createsCustomer" = 0` : sql``}
    ${customerID === undefined ? sql`and ("createsCustomer" = 0 or "customerID" is not null)` : sql``}
    ${jobState === undefined ? sql`and ("jobState" = 'succeeded' ${hasNoJob})` : sql``}`;
  const when = <Value>(value: RawBuilder<unknown>) => sql<Value | null>`case when ${isAwaited} then ${value} end`;
  return {
    effect: when<string>(sql`'awaited'`),
    effectSince: when<number>(sql`coalesce("effectSince", ${sql.lit(nowMs)})`),
    effectDueAt: when<number>(sql`coalesce("effectDueAt", ${sql.lit(dueAt)})`),
  };
}

/**
 * The result of a check that did not verify the write. `after` is the contract that was read. If nothing could be read,
 * `finding` has the reason.
 */
export interface EffectFinding {
  after?: Contract | undefined;
  finding: ReconcileFinding;
}

const maxLater = 20;

/** The store of accepted writes that are not verified yet. Database errors are passed on unchanged. */
export function createOperationEffectStore(db: Kysely<ConsoleSchema>) {
  const waiting = (operationID: string, on: Kysely<ConsoleSchema> = db) =>
    on.updateTable("operations").where("operationID", "=", operationID).where("effect", "=", "awaited");
  const keptOf = ({ after, finding }: EffectFinding) => ({
    ...(after === undefined ? {} : { after: JSON.stringify(after) }),
    finding: JSON.stringify(finding),
  });
  return {
    /**
     * Takes one write that is due to be checked. Writes of people come before writes of bulk changes and imports. In
     * each of these two groups, the longest overdue write comes first. Until `untilMs`, no other caller gets this
     * write.
     */
    async takeDue(environment: Environment, nowMs: number, untilMs: number): Promise<StoredOperation | null> {
      const due = await db
        .selectFrom("operations")
        .select(["operationID", "effectDueAt"])
        .where("effectDueAt", "<=", nowMs)
        .where("environment", "=", environment)
        .where("effect", "=", "awaited")
        .orderBy(sql`case when "bulkID" is null then 0 else 1 end`)
        .orderBy("effectDueAt")
        .orderBy("operationID")
        .limit(1)
        .executeTakeFirst();
      if (!due) return null;
      const row = await waiting(due.operationID)
        .set({ effectDueAt: untilMs })
        .where("effectDueAt", "=", due.effectDueAt)
        .returningAll()
        .executeTakeFirst();
      return row ? operationOfRow(row) : null;
    },
    /** When the next write is due to be checked, in milliseconds since 1970. Null if no write waits. */
    async nextDueAt(): Promise<number | null> {
      const next = await db
        .selectFrom("operations")
        .select("effectDueAt")
        .where("effectDueAt", "is not", null)
        .where("effect", "=", "awaited")
        .orderBy("effectDueAt")
        .limit(1)
        .executeTakeFirst();
      return next?.effectDueAt ?? null;
    },
    /**
     * Makes a write from `takeDue` due again. Does nothing if the write was decided in the meantime, or taken by
     * another caller.
     */
    async giveBack({ operationID, effectDueAt }: StoredOperation, nowMs: number): Promise<void> {
      await waiting(operationID).set({ effectDueAt: nowMs }).where("effectDueAt", "=", effectDueAt).execute();
    },
    /** Unverified writes that are still checked, longest overdue first. The write `except` is left out. */
    async awaited(environment: Environment, except: string, limit: number): Promise<StoredOperation[]> {
      const rows = await db
        .selectFrom("operations")
        .selectAll()
        .where("effectDueAt", "is not", null)
        .where("environment", "=", environment)
        .where("effect", "=", "awaited")
        .where("operationID", "!=", except)
        .orderBy("effectDueAt")
        .limit(limit)
        .execute();
      return rows.map(operationOfRow);
    },
    /** Later changes of the same customer that the API has accepted, newest first. */
    async laterOf(operation: StoredOperation): Promise<StoredOperation[]> {
      const { environment, customerID, kind, createdAt, operationID } = operation;
      if (customerID === null) return [];
      const rows = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("customerID", "=", customerID)
        .where("kind", "=", kind)
        .where("createdAt", ">=", createdAt)
        .where("operationID", "!=", operationID)
        .where("state", "in", ["accepted", "reconciled"])
        .orderBy("createdAt", "desc")
        .limit(maxLater)
        .execute();
      return rows.map(operationOfRow);
    },
    /** Records that an answer of the API has verified the write. The audit event is written only once. */
    confirm: (operationID: string, after: Contract | undefined, confirmedAt: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await waiting(operationID, transaction)
          .set({
            ...(after === undefined ? {} : { after: JSON.stringify(after) }),
            confirmedAt,
            finding: null,
            effect: null,
            effectDueAt: null,
            // A write without a job counts as finished when it is verified.
            tookMs: sql<
              number | null
            >`case when "jobID" is null then ${sql.lit(confirmedAt)} - "sentAt" else "tookMs" end`,
          })
          .returningAll()
          .executeTakeFirst();
        if (row) await appendWriteEvent(transaction, settledEvent(operationOfRow(row)), confirmedAt);
      }),
    /** Stores the result of a check that did not verify the write. Schedules the next check at `dueAt`. */
    async keepFinding(operationID: string, found: EffectFinding, dueAt: number): Promise<void> {
      await waiting(operationID)
        .set({ ...keptOf(found), effectDueAt: dueAt })
        .execute();
    },
    /** Stops checking the write, and records the reason in the audit log once. */
    end: (
      operationID: string,
      effect: Exclude<EffectState, "awaited">,
      found: EffectFinding | undefined,
      nowMs: number,
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await waiting(operationID, transaction)
          .set({ ...(found && keptOf(found)), effect, effectDueAt: null })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        const operation = operationOfRow(row);
        if (effect === "not-seen") notifyOfOperation(transaction, operation, "unknown", nowMs);
        await appendWriteEvent(transaction, settledEvent(operation), nowMs);
      }),
    /** Makes earlier unverified writes of the same customer due immediately, so that they are decided too. */
    async decideEarlier(
      { environment, customerID, kind, createdAt, operationID }: StoredOperation,
      nowMs: number,
    ): Promise<void> {
      if (customerID === null) return;
      await db
        .updateTable("operations")
        .set({ effect: "awaited", effectDueAt: nowMs })
        .where("environment", "=", environment)
        .where("customerID", "=", customerID)
        .where("kind", "=", kind)
        .where("createdAt", "<=", createdAt)
        .where("operationID", "!=", operationID)
        .where("effect", "in", ["awaited", "not-seen"])
        .execute();
    },
  };
}
