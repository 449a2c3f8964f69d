import { type Kysely, sql } from "kysely";
import type { OutboxName } from "#lib/contract/values/console/outbox-names.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The state of sending events to one receiver. */
export interface PushAttempts {
  /**
   * The number of consecutive failed attempts to send the next event. `problem` describes the last failure. `retryAt`
   * is the time of the next attempt, by the store's clock.
   */
  failures: number;
  problem: string | null;
  retryAt: number | null;
  /** When sending was stopped because the store was restored. Null if sending is not stopped. */
  stoppedAt: number | null;
}

/** Column values that reset the failed attempts. Used in the statement that marks an event as accepted. */
export const acceptedAttempts = { failures: 0, problem: null, retryAt: null } as const;

export const leaseEnd = (dialect: DatabaseDialect, ms: number) =>
  sql<number>`${storeNow(dialect)} + ${sql.lit(Math.round(ms))}`;

/** The names under which the outboxes are recorded as stopped. */
const outboxOf = {
  auditPush: "audit-push",
  notificationPush: "notifications",
  exportPush: "exports",
} as const satisfies Record<string, OutboxName>;

/** Lets only one replica at a time send events, and schedules the next attempt. Leases use the store's clock. */
export type PushLease = ReturnType<typeof createPushLease>;

export function createPushLease(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect, name: keyof typeof outboxOf) {
  const outbox = outboxOf[name];
  const now = storeNow(dialect);
  // The tables of all outboxes have the columns that are used here, so one type is enough.
  const table = name as "notificationPush";
  const free = { leaseID: null, leaseUntil: null };
  return {
    state: (): Promise<PushAttempts> =>
      db
        .selectFrom(table)
        .leftJoin("stoppedOutboxes", (join) => join.on("stoppedOutboxes.name", "=", outbox))
        .select(["failures", "problem", "retryAt", "stoppedAt"])
        .executeTakeFirstOrThrow(),
    /**
     * Takes or renews the lease. False if another process holds the lease, if the outbox is stopped, or if no attempt
     * is due.
     */
    async take(leaseID: string, leaseMs: number): Promise<boolean> {
      const taken = await db
        .updateTable(table)
        .set({ leaseID, leaseUntil: leaseEnd(dialect, leaseMs) })
        .where((builder) =>
          builder.or([
            builder("leaseID", "is", null),
            builder("leaseID", "=", leaseID),
            builder("leaseUntil", "<=", now),
          ]),
        )
        .where((builder) => builder.or([builder("retryAt", "is", null), builder("retryAt", "<=", now)]))
        .where((builder) =>
          builder.not(builder.exists(builder.selectFrom("stoppedOutboxes").select("name").where("name", "=", outbox))),
        )
        .executeTakeFirst();
      return taken.numUpdatedRows === 1n;
    },
    /**
     * The time until the next attempt may be made, in milliseconds: another process may hold the lease, or the last
     * attempt may have failed. Zero: now. Infinity: the outbox is stopped.
     */
    async dueInMs(): Promise<number> {
      const isHeld = sql<boolean>`"leaseID" is not null and "leaseUntil" > coalesce("retryAt", 0)`;
      const row = await db
        .selectFrom(table)
        .leftJoin("stoppedOutboxes", (join) => join.on("stoppedOutboxes.name", "=", outbox))
        .select([
          "stoppedAt",
          sql<number | null>`case when ${isHeld} then "leaseUntil" else "retryAt" end - ${now}`.as("inMs"),
        ])
        .executeTakeFirstOrThrow();
      return row.stoppedAt === null ? Math.max(row.inMs ?? 0, 0) : Number.POSITIVE_INFINITY;
    },
    /** Records that the receiver has not accepted the next event, and releases the lease. */
    async fail(leaseID: string, problem: string, retryMs: number): Promise<void> {
      await db
        .updateTable(table)
        .set((builder) => ({
          ...free,
          failures: builder("failures", "+", 1),
          problem,
          retryAt: leaseEnd(dialect, retryMs),
        }))
        .where("leaseID", "=", leaseID)
        .execute();
    },
    async release(leaseID: string): Promise<void> {
      await db.updateTable(table).set(free).where("leaseID", "=", leaseID).execute();
    },
    /** Releases all leases. Call this only if no other process is running. */
    async releaseAll(): Promise<void> {
      await db.updateTable(table).set(free).execute();
    },
  };
}
