import { type Kysely, sql } from "kysely";
import type { OutboxName } from "#lib/contract/values/console/outbox-names.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** How a push fares. */
export interface PushAttempts {
  /** How often the next event has failed in a row, why, and when it is tried again by the store's clock. */
  failures: number;
  problem: string | null;
  retryAt: number | null;
  /** Since when nothing is sent, because the store was restored; null where it is not stopped. */
  stoppedAt: number | null;
}

/** Who pushes, one replica at a time, and when the next attempt is due. Leases follow the store's clock. */
export interface PushLease {
  state(): Promise<PushAttempts>;
  /** Takes or renews the lease; false while another holds it, while the outbox is stopped, or while no attempt is due. */
  take(leaseID: string, leaseMs: number): Promise<boolean>;
  /** The receiver has not accepted the next event; gives up the lease. */
  fail(leaseID: string, problem: string, retryMs: number): Promise<void>;
  release(leaseID: string): Promise<void>;
  /** Only for who knows that no other process is at work. */
  releaseAll(): Promise<void>;
}

/** What resets the attempts and puts off the end of the lease, for the statement that marks an event as accepted. */
export const acceptedAttempts = { failures: 0, problem: null, retryAt: null } as const;

export const leaseEnd = (dialect: DatabaseDialect, ms: number) =>
  sql<number>`${storeNow(dialect)} + ${sql.lit(Math.round(ms))}`;

/** The name under which an outbox is stopped. */
const outboxOf = { auditPush: "audit-push", notificationPush: "notifications" } as const satisfies Record<
  string,
  OutboxName
>;

export function createPushLease(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  name: keyof typeof outboxOf,
): PushLease {
  const outbox = outboxOf[name];
  const now = storeNow(dialect);
  // Both have the columns above.
  const table = name as "notificationPush";
  const free = { leaseID: null, leaseUntil: null };
  return {
    state: () =>
      db
        .selectFrom(table)
        .leftJoin("stoppedOutboxes", (join) => join.on("stoppedOutboxes.name", "=", outbox))
        .select(["failures", "problem", "retryAt", "stoppedAt"])
        .executeTakeFirstOrThrow(),
    async take(leaseID, leaseMs) {
      const taken = await db
        .updateTable(table)
        .set({ leaseID, leaseUntil: leaseEnd(dialect, leaseMs) })
        .where((it) => it.or([it("leaseID", "is", null), it("leaseID", "=", leaseID), it("leaseUntil", "<=", now)]))
        .where((it) => it.or([it("retryAt", "is", null), it("retryAt", "<=", now)]))
        .where((it) => it.not(it.exists(it.selectFrom("stoppedOutboxes").select("name").where("name", "=", outbox))))
        .executeTakeFirst();
      return taken.numUpdatedRows === 1n;
    },
    async fail(leaseID, problem, retryMs) {
      await db
        .updateTable(table)
        .set((it) => ({ ...free, failures: it("failures", "+", 1), problem, retryAt: leaseEnd(dialect, retryMs) }))
        .where("leaseID", "=", leaseID)
        .execute();
    },
    async release(leaseID) {
      await db.updateTable(table).set(free).where("leaseID", "=", leaseID).execute();
    },
    async releaseAll() {
      await db.updateTable(table).set(free).execute();
    },
  };
}
