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

/** How long an app may take to be confirmed, in milliseconds. */
export const maxTotpSetUpMs = 15 * 60_000;

/** The authenticator apps of people. Errors of the database come as they are. */
export interface TotpStore {
  /** The person's app, confirmed or not. */
  find(staffID: string): Promise<TotpTable | null>;
  /** Keeps a secret that is to be confirmed, in place of one that was not; false where the person has an app. */
  begin(staffID: string, sealedSecret: string, nowMs: number): Promise<boolean>;
  /** The app is in force, its first code used up; null where it was confirmed or replaced meanwhile. */
  confirm(
    own: OwnSessionIDs,
    given: { sealedSecret: string; step: number; hashes: readonly string[]; event: NewAuditEvent },
    nowMs: number,
  ): Promise<FactorAdded | null>;
  /** Uses the code of a time step up; false where it or a later one was used before, on whichever replica. */
  redeemStep(staffID: string, step: number, nowMs: number): Promise<boolean>;
  /** Removes the app; null where there is none. Gives the sessions that ended. */
  remove(own: OwnSessionIDs, nowMs: number, event: NewAuditEvent): Promise<string[] | null>;
  /** Every sealed secret, to be sealed again when SESSION_SECRET was rotated. */
  sealed(): Promise<Pick<TotpTable, "staffID" | "sealedSecret">[]>;
  reseal(staffID: string, from: string, to: string): Promise<void>;
}

export function createTotpStore(db: Kysely<ConsoleSchema>): TotpStore {
  return {
    find: async (staffID) =>
      (await db.selectFrom("totp").selectAll().where("staffID", "=", staffID).executeTakeFirst()) ?? null,
    async begin(staffID, sealedSecret, nowMs) {
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
    confirm: (own, { sealedSecret, step, hashes, event }, nowMs) =>
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
    async redeemStep(staffID, step, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable("totp")
        .set({ lastStep: step, lastUsedAt: nowMs })
        .where("staffID", "=", staffID)
        .where("confirmedAt", "is not", null)
        .where((where) => where.or([where("lastStep", "is", null), where("lastStep", "<", step)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    remove: (own, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        await lockPerson(transaction, own.staffID);
        const { numDeletedRows } = await transaction
          .deleteFrom("totp")
          .where("staffID", "=", own.staffID)
          .where("confirmedAt", "is not", null)
          .executeTakeFirst();
        return numDeletedRows === 1n ? finishRemoving(transaction, own, event, nowMs) : null;
      }),
    sealed: () => db.selectFrom("totp").select(["staffID", "sealedSecret"]).execute(),
    async reseal(staffID, from, to) {
      await db
        .updateTable("totp")
        .set({ sealedSecret: to })
        .where("staffID", "=", staffID)
        .where("sealedSecret", "=", from)
        .execute();
    },
  };
}
