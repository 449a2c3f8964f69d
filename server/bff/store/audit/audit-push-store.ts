import type { Kysely } from "kysely";
import { acceptedAttempts, createPushLease, leaseEnd, type PushLease } from "#server/bff/store/push/push-lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** How far the audit log has been pushed. */
export interface PushPosition {
  /** The number of the last event that the receiver has accepted, or that retention has removed. */
  sequence: number;
  /** The number of the last event that there is. */
  end: number;
}

/**
 * The outbox of the push. It is the audit log itself: an event is in it from the moment that it is recorded, in the same
 * transaction, and this row says up to where the receiver has accepted it.
 */
export interface AuditPushStore extends PushLease {
  position(): Promise<PushPosition>;
  /** The receiver has accepted the event; renews the lease. False where the lease was lost. */
  accept(leaseID: string, event: { sequence: number; hash: string }, leaseMs: number): Promise<boolean>;
}

export function createAuditPushStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): AuditPushStore {
  return {
    ...createPushLease(db, dialect, "auditPush"),
    async position() {
      const { anchorSequence, sequence, end } = await db
        .selectFrom("auditPush")
        .innerJoin("auditChain", "auditChain.only", "auditPush.only")
        .select(["auditPush.sequence", "auditChain.sequence as end", "auditChain.anchorSequence"])
        .executeTakeFirstOrThrow();
      return { end, sequence: Math.max(sequence, anchorSequence) };
    },
    async accept(leaseID, { sequence, hash }, leaseMs) {
      const moved = await db
        .updateTable("auditPush")
        .set({ sequence, hash, leaseUntil: leaseEnd(dialect, leaseMs), ...acceptedAttempts })
        .where("leaseID", "=", leaseID)
        .executeTakeFirst();
      return moved.numUpdatedRows === 1n;
    },
  };
}
