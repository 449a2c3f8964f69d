import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ChangeLimitPolicy } from "#lib/contract/operations/change-limit.ts";
import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { ChangeLimitRequestsTable } from "#server/bff/store/schema/tables/change-limit-tables.ts";
import { readNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { allowedAt, type ChangeUsage, changedAt, possibleAtMs, remainingAt } from "./change-usage.ts";

type On = Kysely<ConsoleSchema>;

/** `name`: the current name. It is not stored, but read for each answer. */
interface LimitPerson {
  staffID: string;
  email: string;
  name?: string;
}

/** A write that may count for the limit of a person or key. */
export interface CountedWrite {
  environment: Environment;
  staffID: string;
  /** Null: the write creates a customer. */
  customerID: string | null;
}

/** The limit that stops a write. */
export interface ChangeLimitBlock {
  environment: Environment;
  allowed: number;
  /** When the next customer can be changed, in milliseconds since 1970. */
  nextMs: number;
}

/** What one person or key has changed in the last hour, and what is still possible. */
export interface StoredUsage {
  limit: number;
  allowed: number;
  changed: number;
  /** How many more customers can be changed now. */
  remaining: number;
  /** True if a release still holds. */
  hasRelease: boolean;
  /** The time until `wanted` more customers can be changed, in milliseconds. */
  waitMsFor(wanted: number): number;
}

export interface StoredLimitRequest {
  requestID: string;
  environment: Environment;
  person: LimitPerson;
  reason: string;
  askedAt: number;
  /** The release of this request. Null while it waits. */
  released: {
    by: LimitPerson;
    atMs: number;
    untilMs: number;
    customers: number;
    reason: string;
    isEmergency: boolean;
  } | null;
}

/** How long requests and releases are kept here, in milliseconds. The audit log keeps them longer. */
const keptMs = dayMs;

function requestOfRow(row: ChangeLimitRequestsTable): StoredLimitRequest {
  const { requestID, staffID, email, reason, releasedAt } = row;
  return {
    requestID,
    environment: row.environment as Environment,
    person: { staffID, email },
    reason,
    askedAt: Number(row.askedAt),
    released:
      releasedAt === null
        ? null
        : {
            by: { staffID: row.releasedStaffID ?? "", email: row.releasedEmail ?? "" },
            atMs: Number(releasedAt),
            untilMs: Number(row.releasedUntil),
            customers: row.customers ?? 0,
            reason: row.releaseReason ?? "",
            isEmergency: row.isEmergency === 1,
          },
  };
}

async function readPolicy(on: On): Promise<ChangeLimitPolicy> {
  return on.selectFrom("changeLimitPolicy").select(["production", "sandbox", "version"]).executeTakeFirstOrThrow();
}

/**
 * What a person or key has changed in the hour before `nowMs`. Writes that were not sent or were refused do not count.
 */
async function readUsage(
  on: On,
  { environment, staffID }: Pick<CountedWrite, "environment" | "staffID">,
  limit: number,
  nowMs: number,
): Promise<ChangeUsage> {
  const key = sql<string>`coalesce("customerID", "operationID")`;
  const rows = await on
    .selectFrom("operations")
    .select([key.as("key"), sql<number>`max("countedAt")`.as("lastMs")])
    .where("environment", "=", environment)
    .where("staffID", "=", staffID)
    .where("countedAt", ">", nowMs - changeLimitHourMs)
    .where("state", "!=", "rejected")
    .groupBy(key)
    .execute();
  const lastByKey = new Map<string, number>();
  for (const { key, lastMs } of rows) {
    lastByKey.set(idKey(key), Math.max(Number(lastMs), lastByKey.get(idKey(key)) ?? 0));
  }
  const releases = await on
    .selectFrom("changeLimitRequests")
    .select(["customers", "releasedUntil"])
    .where("environment", "=", environment)
    .where("staffID", "=", staffID)
    .where("releasedUntil", ">", nowMs)
    .execute();
  return {
    limit,
    changed: [...lastByKey].map(([key, lastMs]) => ({ key, lastMs })),
    released: releases.map(({ customers, releasedUntil }) => ({
      customers: customers ?? 0,
      untilMs: Number(releasedUntil),
    })),
  };
}

/**
 * Whether the limit stops a write, by the store's clock. A customer who was changed in the last hour can be changed
 * again.
 */
async function checkLimit(
  on: On,
  { environment, staffID, customerID }: CountedWrite,
  limit: number,
  now: RawBuilder<number>,
): Promise<ChangeLimitBlock | undefined> {
  const nowMs = await readNow(on, now);
  const usage = await readUsage(on, { environment, staffID }, limit, nowMs);
  const isCounted = customerID !== null && usage.changed.some(({ key }) => key === idKey(customerID));
  if (isCounted || remainingAt(usage, nowMs) > 0) return undefined;
  return { environment, allowed: allowedAt(usage, nowMs), nextMs: possibleAtMs(usage, 1, nowMs) };
}

/**
 * Checks the limit in the transaction that marks the write as sent. Locks the person or key until the transaction ends,
 * so that no other write is marked on any replica and the limit is never exceeded.
 */
export async function checkLimitToSend(
  on: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  write: CountedWrite,
  now: RawBuilder<number>,
): Promise<ChangeLimitBlock | undefined> {
  const limit = (await readPolicy(on))[write.environment];
  if (limit === null) return undefined;
  await acquireAdvisoryLock(on, dialect, `customers in ${write.environment} changed by ${write.staffID}`);
  return checkLimit(on, write, limit, now);
}

/** The store of the change limit: the policy, what is counted, and the requests for more. */
export function createChangeLimitStore(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  now: () => RawBuilder<number>,
) {
  const waitingOf = (on: On, { environment, staffID }: Pick<CountedWrite, "environment" | "staffID">) =>
    on
      .selectFrom("changeLimitRequests")
      .selectAll()
      .where("environment", "=", environment)
      .where("staffID", "=", staffID)
      .where("releasedAt", "is", null);

  const removeOld = (on: On, nowMs: number) =>
    on
      .deleteFrom("changeLimitRequests")
      .where((builder) => builder(builder.fn.coalesce("releasedUntil", "askedAt"), "<=", nowMs - keptMs))
      .execute();

  return {
    policy: (): Promise<ChangeLimitPolicy> => readPolicy(db),
    /** Replaces the policy if its stored version is still `version`. Null if another person has changed the policy. */
    changePolicy: (
      { version, production, sandbox }: ChangeLimitPolicy,
      eventOf: (values: { before: ChangeLimitPolicy; after: ChangeLimitPolicy }) => NewAuditEvent,
      nowMs: number,
    ): Promise<ChangeLimitPolicy | null> =>
      db.transaction().execute(async (on) => {
        const before = await readPolicy(on);
        const after = { production, sandbox, version: version + 1 };
        const { numUpdatedRows } = await on
          .updateTable("changeLimitPolicy")
          .set(after)
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return null;
        await appendAudit(on, eventOf({ before, after }), nowMs);
        return after;
      }),
    /** The limit that stops a write now. Undefined if the write is possible. `on`: the transaction of the caller. */
    async blockOf(write: CountedWrite, on: On = db): Promise<ChangeLimitBlock | undefined> {
      const limit = (await readPolicy(on))[write.environment];
      return limit === null ? undefined : checkLimit(on, write, limit, now());
    },
    /** What a person or key has changed in the last hour. Null if the environment has no limit. */
    async usageOf(person: Pick<CountedWrite, "environment" | "staffID">): Promise<StoredUsage | null> {
      const limit = (await readPolicy(db))[person.environment];
      if (limit === null) return null;
      const nowMs = await readNow(db, now());
      const usage = await readUsage(db, person, limit, nowMs);
      return {
        limit,
        allowed: allowedAt(usage, nowMs),
        changed: changedAt(usage, nowMs),
        remaining: remainingAt(usage, nowMs),
        hasRelease: usage.released.length > 0,
        waitMsFor: (wanted) => possibleAtMs(usage, wanted, nowMs) - nowMs,
      };
    },
    /** The requests that wait for a release, newest first. */
    async waiting(environment: Environment): Promise<StoredLimitRequest[]> {
      const rows = await db
        .selectFrom("changeLimitRequests")
        .selectAll()
        .where("environment", "=", environment)
        .where("releasedAt", "is", null)
        .where("askedAt", ">", sql<number>`${now()} - ${keptMs}`)
        .orderBy("askedAt", "desc")
        .execute();
      return rows.map(requestOfRow);
    },
    /** The emergency releases of the last day, newest first. */
    async emergencies(environment: Environment): Promise<StoredLimitRequest[]> {
      const rows = await db
        .selectFrom("changeLimitRequests")
        .selectAll()
        .where("environment", "=", environment)
        .where("isEmergency", "=", 1)
        .where("releasedAt", ">", sql<number>`${now()} - ${dayMs}`)
        .orderBy("releasedAt", "desc")
        .execute();
      return rows.map(requestOfRow);
    },
    async find(environment: Environment, requestID: string): Promise<StoredLimitRequest | null> {
      const row = await db
        .selectFrom("changeLimitRequests")
        .selectAll()
        .where("environment", "=", environment)
        .where("requestID", "=", requestID)
        .executeTakeFirst();
      return row ? requestOfRow(row) : null;
    },
    /**
     * Stores a request for more changes. A person or key has at most one waiting request. Another request replaces its
     * reason, unless `isAutomatic` is true. Returns the waiting request.
     */
    ask: (
      request: Pick<StoredLimitRequest, "requestID" | "environment" | "person" | "reason">,
      event: NewAuditEvent,
      { isAutomatic = false }: { isAutomatic?: boolean } = {},
    ): Promise<StoredLimitRequest> =>
      db.transaction().execute(async (on) => {
        const { requestID, environment, person, reason } = request;
        await acquireAdvisoryLock(on, dialect, `customers in ${environment} changed by ${person.staffID}`);
        const nowMs = await readNow(on, now());
        await removeOld(on, nowMs);
        const requester = { environment, staffID: person.staffID };
        const waiting = await waitingOf(on, requester).executeTakeFirst();
        if (waiting && isAutomatic) return requestOfRow(waiting);
        // The log must name the request that a colleague can release.
        const asked = waiting ? { ...event, target: { kind: "change-limit", id: waiting.requestID } as const } : event;
        if (waiting) {
          const { requestID: waitingID } = waiting;
          await on
            .updateTable("changeLimitRequests")
            .set({ reason, askedAt: nowMs })
            .where("requestID", "=", waitingID)
            .execute();
        } else {
          const nothing = { releasedAt: null, releasedUntil: null, customers: null, releasedStaffID: null };
          await on
            .insertInto("changeLimitRequests")
            .values({
              requestID,
              environment,
              staffID: person.staffID,
              email: person.email,
              reason,
              askedAt: nowMs,
              ...nothing,
              releasedEmail: null,
              releaseReason: null,
              isEmergency: null,
            })
            .execute();
        }
        await appendAudit(on, asked, nowMs);
        return requestOfRow(await waitingOf(on, requester).executeTakeFirstOrThrow());
      }),
    /** Releases more changes for an hour. Null if somebody has already released more for this request. */
    release: (
      requestID: string,
      { by, customers, reason, isEmergency }: Omit<NonNullable<StoredLimitRequest["released"]>, "atMs" | "untilMs">,
      event: NewAuditEvent,
    ): Promise<StoredLimitRequest | null> =>
      db.transaction().execute(async (on) => {
        const nowMs = await readNow(on, now());
        const row = await on
          .updateTable("changeLimitRequests")
          .set({
            customers,
            releasedAt: nowMs,
            releasedUntil: nowMs + changeLimitHourMs,
            releasedStaffID: by.staffID,
            releasedEmail: by.email,
            releaseReason: reason,
            isEmergency: Number(isEmergency),
          })
          .where("requestID", "=", requestID)
          .where("releasedAt", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await appendAudit(on, event, nowMs);
        return requestOfRow(row);
      }),
  };
}
