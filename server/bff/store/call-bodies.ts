import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

export interface StoredBodyRecording {
  staffID: string;
  email: string;
  name: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** The store of people whose API calls are recorded with bodies. The bodies themselves are kept only in memory. */
export type CallBodiesStore = ReturnType<typeof createCallBodiesStore>;

export function createCallBodiesStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The recordings that are active at `nowMs`, sorted by e-mail address. */
    list: (nowMs: number): Promise<StoredBodyRecording[]> =>
      db
        .selectFrom("callBodies")
        .innerJoin("staff", "staff.staffID", "callBodies.staffID")
        .select(["callBodies.staffID", "staff.email", "staff.name", "callBodies.until"])
        .where("callBodies.until", ">", nowMs)
        .orderBy("staff.email")
        .execute(),
    /**
     * Starts to record a person's calls with bodies until `until`, or stops the recording if `until` is null. Also
     * writes the audit event. False if no person has this ID.
     */
    set: (staffID: string, until: number | null, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const known = await transaction
          .selectFrom("staff")
          .select("staffID")
          .where("staffID", "=", staffID)
          .executeTakeFirst();
        if (!known) return false;
        await transaction
          .deleteFrom("callBodies")
          .where((is) => is.or([is("staffID", "=", staffID), is("until", "<=", nowMs)]))
          .execute();
        if (until !== null) await transaction.insertInto("callBodies").values({ staffID, until }).execute();
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
  };
}
