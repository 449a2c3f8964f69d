import type { Kysely } from "kysely";
import { acceptedAttempts, createPushLease, leaseEnd } from "#server/bff/store/push/push-lease.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** How far the audit log has been pushed. */
export interface PushPosition {
  /**
   * The sequence number of the last event that is done. An event is done when the receiver has accepted it or retention
   * has removed it.
   */
  sequence: number;
  /** The sequence number of the newest event. */
  end: number;
}

/**
 * The outbox of events for the receiver. The audit log itself is the outbox, so no separate table of events is needed.
 * One row stores the last event that the receiver has accepted.
 */
export function createAuditPushStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    ...createPushLease(db, dialect, "auditPush"),
    async position(): Promise<PushPosition> {
      const { anchorSequence, sequence, end } = await db
        .selectFrom("auditPush")
        .innerJoin("auditChain", "auditChain.only", "auditPush.only")
        .select(["auditPush.sequence", "auditChain.sequence as end", "auditChain.anchorSequence"])
        .executeTakeFirstOrThrow();
      return { end, sequence: Math.max(sequence, anchorSequence) };
    },
    /** Records that the receiver has accepted the event. Also renews the lease. False if the lease is lost. */
    async accept(
      leaseID: string,
      { sequence, hash }: { sequence: number; hash: string },
      leaseMs: number,
    ): Promise<boolean> {
      const moved = await db
        .updateTable("auditPush")
        .set({ sequence, hash, leaseUntil: leaseEnd(dialect, leaseMs), ...acceptedAttempts })
        .where("leaseID", "=", leaseID)
        .executeTakeFirst();
      return moved.numUpdatedRows === 1n;
    },
  };
}
