import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { TotpTable } from "#server/bff/store/schema/tables/factor-tables.ts";
import {
  type FactorAdded,
  factorsOf,
  finishAdding,
  finishRemoving,
  lockPerson,
  type OwnSessionIDs,
} from "./factors.ts";

/** The time limit for confirming a new app, in milliseconds. */
export const maxTotpSetUpMs = 15 * 60_000;

interface TotpConfirmation {
  sealedSecret: string;
  /** The time step of the first code. */
  step: number;
  /** The hashes of the recovery codes. */
  hashes: readonly string[];
  event: NewAuditEvent;
}

/** The store of authenticator apps. Database errors are passed on unchanged. */
export type TotpStore = ReturnType<typeof createTotpStore>;

export function createTotpStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The person's app, whether confirmed or not. */
    find: async (staffID: string): Promise<TotpTable | null> =>
      (await db.selectFrom("totp").selectAll().where("staffID", "=", staffID).executeTakeFirst()) ?? null,
    /**
     * Stores an unconfirmed secret. Replaces an earlier unconfirmed secret. False if the person has a confirmed app.
     */
    async begin(staffID: string, sealedSecret: string, nowMs: number): Promise<boolean> {
      const row = { staffID, sealedSecret, createdAt: nowMs, confirmedAt: null, lastStep: null, lastUsedAt: null };
      const kept = await db
        .insertInto("totp")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("staffID")
            .doUpdateSet({ sealedSecret, createdAt: nowMs })
            .where("totp.confirmedAt", "is", null),
        )
        .executeTakeFirst();
      return kept.numInsertedOrUpdatedRows === 1n;
    },
    /**
     * Confirms the app and uses its first code. Null if the secret is already confirmed, was replaced or is too old.
     */
    confirm: (
      own: OwnSessionIDs,
      { sealedSecret, step, hashes, event }: TotpConfirmation,
      nowMs: number,
    ): Promise<FactorAdded | null> =>
      db.transaction().execute(async (transaction) => {
        const before = await factorsOf(transaction, own.staffID);
        const { numUpdatedRows } = await transaction
          .updateTable("totp")
          .set({ confirmedAt: nowMs, lastStep: step, lastUsedAt: nowMs })
          .where("staffID", "=", own.staffID)
          .where("sealedSecret", "=", sealedSecret)
          .where("confirmedAt", "is", null)
          .where("createdAt", ">", nowMs - maxTotpSetUpMs)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return null;
        return finishAdding(transaction, own, { isFirst: before.passkeys === 0, hashes, event }, nowMs);
      }),
    /** Uses the code of a time step. False if this code or a later code was already used, on any replica. */
    async redeemStep(staffID: string, step: number, nowMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("totp")
        .set({ lastStep: step, lastUsedAt: nowMs })
        .where("staffID", "=", staffID)
        .where("confirmedAt", "is not", null)
        .where((where) => where.or([where("lastStep", "is", null), where("lastStep", "<", step)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** Removes the app. Returns the session IDs that are no longer valid. Null if the person has no confirmed app. */
    remove: (own: OwnSessionIDs, nowMs: number, event: NewAuditEvent): Promise<string[] | null> =>
      db.transaction().execute(async (transaction) => {
        await lockPerson(transaction, own.staffID);
        const { numDeletedRows } = await transaction
          .deleteFrom("totp")
          .where("staffID", "=", own.staffID)
          .where("confirmedAt", "is not", null)
          .executeTakeFirst();
        return numDeletedRows === 1n ? finishRemoving(transaction, own, event, nowMs) : null;
      }),
    /** All encrypted secrets. After a rotation of SESSION_SECRET, they are encrypted again with the new value. */
    sealed: (): Promise<Pick<TotpTable, "staffID" | "sealedSecret">[]> =>
      db.selectFrom("totp").select(["staffID", "sealedSecret"]).execute(),
    async reseal(staffID: string, from: string, to: string): Promise<void> {
      await db
        .updateTable("totp")
        .set({ sealedSecret: to })
        .where("staffID", "=", staffID)
        .where("sealedSecret", "=", from)
        .execute();
    },
  };
}
